"""What boards and tables look like, and where stones lie on them."""

import cv2
import numpy as np

import scenes

TEXTURE_PX = 40  # of the board's surface, a cell
FARTHEST = 0.38  # cells off its crossing that a stone lies; beyond, nobody can tell where it belongs


def muted(rng, texture):
    """Rooms are rarely garish."""
    grey = texture.mean(-1, keepdims=True)
    return grey + (texture - grey) * np.float32(rng.choice([0.1, 0.4, 1.0], p=[0.4, 0.4, 0.2]))


def position(rng, n):
    """Stones [n, n], 0 empty, 1 black, 2 white: areas with borders, from nothing to full."""
    kind = rng.random()
    if kind < 0.06:
        return np.zeros((n, n), np.uint8)
    field = cv2.resize(rng.normal(0, 1, (5, 5)).astype(np.float32), (n, n), interpolation=cv2.INTER_CUBIC)
    lean = rng.choice([0, rng.normal(0, 0.4), 3, -3], p=[0.5, 0.42, 0.04, 0.04])
    colour = np.where(field + rng.normal(0, rng.uniform(0.1, 0.8), (n, n)) + lean > 0, 1, 2)
    fill = rng.choice([rng.uniform(0, 0.2), rng.uniform(0.2, 0.6), rng.uniform(0.5, 0.8), 1.0], p=[0.2, 0.35, 0.4, 0.05])
    empty = cv2.resize(rng.uniform(0, 1, (n // 2, n // 2)).astype(np.float32), (n, n)) * 0.6 + rng.random((n, n)) * 0.4
    order = np.argsort(np.argsort(empty.ravel())).reshape(n, n)
    return np.where(order < fill * n * n, colour, 0).astype(np.uint8)


def laid(rng, labels, radius, aspect):
    """Where people put the stones [m, 3] (column, row in cells, colour) of `labels`: off their crossing,
    some badly, and pushed apart where they would overlap. `aspect` is the height of a cell."""
    rows, columns = np.nonzero(labels)
    home = np.stack([columns, rows], 1).astype(np.float64)
    spread = rng.choice([0.03, 0.07, 0.12])
    at = home + rng.normal(0, spread, home.shape)
    bad = rng.random(len(at)) < rng.choice([0, 0.03, 0.1])
    at[bad] += rng.uniform(-0.38, 0.38, (int(bad.sum()), 2))
    scale = np.array([1, aspect])
    for _ in range(25):
        moved = False
        order = {}
        for i, p in enumerate(at):
            order.setdefault((round(p[0]), round(p[1])), []).append(i)
        for i in range(len(at)):
            cx, cy = round(at[i, 0]), round(at[i, 1])
            for near in ((cx + dx, cy + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
                for j in order.get(near, ()):
                    if j <= i:
                        continue
                    gap = (at[j] - at[i]) * scale
                    apart = np.hypot(*gap)
                    if apart < 2 * radius * 0.985:
                        push = gap / max(apart, 1e-6) * (2 * radius - apart) / 2 / scale
                        at[i] -= push
                        at[j] += push
                        moved = True
        if not moved:
            break
    off = np.linalg.norm(at - home, axis=1, keepdims=True)
    at = home + (at - home) * np.minimum(1, FARTHEST / np.maximum(off, FARTHEST))
    return np.c_[at, labels[rows, columns]]


def wood(rng, h, w):
    """[h, w, 3] 0..1: grain along one axis."""
    tone = np.array(rng.choice([(0.82, 0.62, 0.36), (0.7, 0.48, 0.25), (0.9, 0.75, 0.5), (0.5, 0.3, 0.16), (0.78, 0.66, 0.5)]))
    tone = tone * np.exp(rng.normal(0, 0.12, 3)) * rng.uniform(0.7, 1.1)
    grain = np.zeros((h, w), np.float32)
    for stripes, along, weight in ((12, 2, 1.0), (60, 3, 0.7), (240, 6, 0.5), (600, 20, 0.3)):
        grain += weight * cv2.resize(rng.normal(0, 1, (along, stripes)).astype(np.float32), (w, h), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.35:  # bamboo or glued strips
        strips = rng.normal(0, 1, int(rng.integers(6, 40)))
        grain += rng.uniform(0.3, 1.5) * strips[(np.arange(w) * len(strips) // w)][None]
    x = tone * (1 + rng.uniform(0.01, 0.09) * grain[..., None] * rng.uniform(0.6, 1.4, 3))
    return x if rng.random() < 0.5 else x.transpose(1, 0, 2)[: min(h, w)].copy() if h == w else x


def surface(rng, h, w):
    """The board's own surface [h, w, 3], 0..1."""
    kind = rng.random()
    if kind < 0.6:
        x = wood(rng, max(h, w), max(h, w))[:h, :w]
    elif kind < 0.85:  # vinyl, paint, paper, glass
        x = np.ones((h, w, 3)) * muted(rng, rng.uniform(0.15, 0.95, 3))
        x = x * (1 + rng.uniform(0, 0.05) * cv2.resize(rng.normal(0, 1, (6, 6)), (w, h), interpolation=cv2.INTER_CUBIC))[..., None]
    else:
        x = cv2.resize(scenes.texture(rng), (w, h)) / 255.0
        x = x.mean((0, 1)) + (x - x.mean((0, 1))) * rng.uniform(0.05, 0.5)
    return np.clip(x + rng.normal(0, rng.uniform(0, 0.02), (h, w, 1)), 0.01, 1)


def board_texture(rng, n, aspect, rim):
    """[h, w, 3] 0..1 of the board's top, `TEXTURE_PX` a cell, the outer lines `rim` (left, top, right,
    bottom cells) inside it."""
    px = np.array([TEXTURE_PX, TEXTURE_PX * aspect])
    w, h = ((np.array([n - 1, n - 1]) + rim[:2] + rim[2:]) * px).astype(int) + 1
    x = surface(rng, h, w)
    mean = x.mean()
    ink = rng.uniform(0, 0.25, 3) * rng.uniform(0, 1) if mean > 0.25 or rng.random() < 0.3 else rng.uniform(0.6, 1, 3)
    if rng.random() < 0.1:
        ink = rng.uniform(0, 1, 3)
    if abs(ink.mean() - mean) < 0.18:
        ink = np.full(3, 0.05 if mean > 0.4 else 0.9)
    lines = np.zeros((h, w), np.uint8)
    thick = int(rng.choice([1, 2, 2, 3]))

    def at(c, r):
        return tuple(int(v) for v in np.round((rim[:2] + [c, r]) * px * 8))

    for i in range(n):
        t = thick + int(i in (0, n - 1)) * int(rng.random() < 0.3)
        cv2.line(lines, at(0, i), at(n - 1, i), 255, t, cv2.LINE_AA, 3)
        cv2.line(lines, at(i, 0), at(i, n - 1), 255, t, cv2.LINE_AA, 3)
    stars = [3, n // 2, n - 4] if n >= 13 else [2, n // 2, n - 3]
    if rng.random() < 0.9:
        for c in stars:
            for r in stars:
                cv2.circle(lines, at(c, r), int(TEXTURE_PX * rng.uniform(0.07, 0.11) * 8), 255, -1, cv2.LINE_AA, 3)
    if rng.random() < 0.2 and rim.min() > 0.7:  # coordinates
        scale = rng.uniform(0.4, 0.8)
        for i in range(n):
            letter = "ABCDEFGHJKLMNOPQRST"[i]
            for (c, r), text in (((i - 0.2, -0.4), letter), ((i - 0.2, n - 0.4), letter), ((-0.75, i + 0.15), str(n - i)), ((n - 0.7, i + 0.15), str(n - i))):
                cv2.putText(lines, text, tuple(v // 8 for v in at(c, r)), cv2.FONT_HERSHEY_SIMPLEX, scale, 255, 1, cv2.LINE_AA)
    if rng.random() < 0.12:  # a frame outside the lines
        d = rng.uniform(0.15, 0.4)
        if rim.min() > d:
            cv2.rectangle(lines, at(-d, -d), at(n - 1 + d, n - 1 + d), 255, int(rng.integers(1, 5)), cv2.LINE_AA, 3)
    if rng.random() < 0.15 and rim[3] > 0.6:  # a maker's name
        cv2.putText(lines, "".join(chr(rng.integers(65, 90)) for _ in range(6)), tuple(v // 8 for v in at(rng.uniform(1, n / 2), n - 0.45)), cv2.FONT_HERSHEY_DUPLEX, 0.6, 160, 1, cv2.LINE_AA)
    a = (lines.astype(np.float32) / 255 * np.float32(rng.uniform(0.45, 1)))[..., None]
    return (x * (1 - a) + ink * a).astype(np.float32)
