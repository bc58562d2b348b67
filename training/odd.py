"""Boards and photos that are out of the ordinary, for `cases.py`: what lies on or beside a rendered board,
and what is done to its picture afterwards. The truth goes with it."""

import cv2
import numpy as np

from raycast import unit
from render import SUPERSAMPLED


def cat(scene, rng):
    """One lies over a corner of the board."""
    fur = np.array([0.55, 0.36, 0.2]) * rng.uniform(0.7, 1.2)
    x, y = scene.n - 2.5, (scene.n - 3.5) * scene.aspect
    body = [((x + 2.2 * t, y - 3.6 * t, 1.2), (1.9, 1.9, 1.4), fur * (0.85 + 0.15 * (i % 2))) for i, t in enumerate(np.linspace(-0.7, 1, 8))]
    head = [((x - 1.6, y + 2.6, 2.0), (1.2, 1.2, 1.1), fur), ((x - 2.2, y + 2.0, 3.1), (0.3, 0.3, 0.6), fur), ((x - 0.9, y + 2.2, 3.1), (0.3, 0.3, 0.6), fur)]
    paws = [((x - 2.4 - t, y + 1.0 + 1.2 * side, 0.5), (0.6, 0.5, 0.45), fur * 1.2) for t in (0, 0.8) for side in (0, 1)]
    scene.things = body + head + paws


def bowl(scene):
    """A dark bowl that stands at a corner of the board, the one that is farthest inside the picture."""
    size, n = 2.4, scene.n - 1
    off = scene.rim + 0.8 * size
    corners = np.array([[x, y * scene.aspect, 0.4 * size - scene.thick] for x in (-off[0], n + off[2]) for y in (-off[1], n + off[3])])
    p = scene.camera.project(corners)
    at = corners[np.minimum(p, np.array(scene.camera.size) - p).min(1).argmax()]
    scene.things = [(at, (size, size, 0.75 * size), np.full(3, 0.05))]


def aimed(scene, column, row, zoom):
    """The camera turned to a crossing, with a longer lens."""
    camera = scene.camera
    camera.focal *= zoom
    for _ in range(4):
        off = (camera.project([column, row * scene.aspect, 0]) - np.array(camera.size) / 2) / camera.focal
        right, down, forward = camera.turn
        forward = unit(forward + off[0] * right + off[1] * down)
        right = unit(right - (right @ forward) * forward)
        camera.turn = np.stack([right, unit(down - (down @ forward) * forward - (down @ right) * right), forward])


def beside(scene, other, rng):
    """Another board on the same table, both in the picture, the first one in its middle. False where the
    other one does not fit in."""
    camera, aspect = scene.camera, scene.aspect
    middle = np.array([(scene.n - 1) / 2, (scene.n - 1) / 2 * aspect, 0])
    aimed(scene, (scene.n - 1) / 2, (scene.n - 1) / 2, 1.0)
    # The board takes about half of the picture.
    p = camera.project(np.array([[0, 0, 0], [scene.n, 0, 0], [scene.n, scene.n, 0], [0, scene.n, 0]]))
    camera.at = middle + (camera.at - middle) * ((p.max(0) - p.min(0)) / camera.size).max() / 0.5
    scene.rim = other.rim = np.full(4, 0.8)
    other.thick = scene.thick = 0.3
    offset = np.array([scene.n + 2.5, rng.uniform(0, 2), 0])
    far = np.array([[0, 0, 0], [other.n, 0, 0], [other.n, other.n, 0], [0, other.n, 0]]) + offset
    p = camera.project(far)
    scene.neighbours = [(other, offset)]
    return bool(((p > 0) & (p < camera.size)).all())


def framed(scene, picture):
    """A black frame round the board."""
    size = np.array(picture.shape[1::-1])

    def ring(wide):
        x0, y0, x1, y1 = -scene.rim[0] - wide, -scene.rim[1] - wide, scene.n - 1 + scene.rim[2] + wide, scene.n - 1 + scene.rim[3] + wide
        t = np.linspace(0, 1, 12)[:, None]
        corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
        edges = np.concatenate([a * (1 - t) + b * t for a, b in zip(corners, np.roll(corners, -1, 0))])
        p = scene.camera.project(np.c_[edges[:, 0], edges[:, 1] * scene.aspect, np.zeros(len(edges))])
        return np.int32(((p + 0.5) / SUPERSAMPLED - 0.5) * 16)

    mask = np.zeros(size[::-1], np.uint8)
    cv2.fillPoly(mask, [ring(0.9)], 255, cv2.LINE_AA, 4)
    cv2.fillPoly(mask, [ring(0.0)], 0, cv2.LINE_AA, 4)
    share = mask[..., None].astype(np.float32) / 255 * 0.9
    return (picture * (1 - share)).astype(np.uint8)


def marked(scene, picture, rng):
    """Numbers, and some triangles and circles, on the stones."""
    out = picture.astype(np.float32)
    rows, columns = np.nonzero(scene.labels)
    for number, (r, c) in enumerate(zip(rows, columns), 1):
        tile = np.zeros((64, 64), np.uint8)
        kind = rng.random()
        if kind < 0.7:
            text = str(number)
            scale = 1.5 if len(text) == 1 else 1.1 if len(text) == 2 else 0.8
            (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 3)
            cv2.putText(tile, text, (32 - w // 2, 32 + h // 2), cv2.FONT_HERSHEY_SIMPLEX, scale, 255, 3, cv2.LINE_AA)
        elif kind < 0.85:
            cv2.polylines(tile, [np.int32([[32, 10], [54, 50], [10, 50]])], True, 255, 4, cv2.LINE_AA)
        else:
            cv2.circle(tile, (32, 32), 20, 255, 4, cv2.LINE_AA)
        half = 0.36
        corners = [[c + dx * half, (r + dy * half) * scene.aspect, 2 * scene.tall] for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        p = (scene.camera.project(np.array(corners)) + 0.5) / SUPERSAMPLED - 0.5
        h = cv2.getPerspectiveTransform(np.float32([[0, 0], [63, 0], [63, 63], [0, 63]]), np.float32(p))
        share = cv2.warpPerspective(tile, h, picture.shape[1::-1], flags=cv2.INTER_AREA)[..., None].astype(np.float32) / 255 * 0.9
        out = out * (1 - share) + share * (235 if scene.labels[r, c] == 1 else 25)
    return out.astype(np.uint8)


def bent(picture, truth, push, shade):
    """The picture moved by `push`, a smooth field [..., 2] of pixels at positions [..., 2], and darkened by
    `shade` at positions before."""
    h, w = picture.shape[:2]
    to = np.stack(np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32)), -1)
    source = to.copy()
    for _ in range(12):
        source = to - push(source)
    source = source.astype(np.float32)
    moved = cv2.remap(picture, source[..., 0], source[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)
    corners = np.array(truth["corners"])
    truth["corners"] = [[round(float(v), 2) for v in c] for c in corners + push(corners)]
    return (moved * shade(source)[..., None]).clip(0, 255).astype(np.uint8)


def curved(picture, truth, cells):
    """A sheet of vinyl that arches: its rows bow by so many cells."""
    a, b, c, d = np.array(truth["corners"])
    across = np.array([b - a, d - a]).T
    cell = np.linalg.norm(d - a) / (truth["size"] - 1)
    down = unit(d - a)

    def push(p):
        t = np.clip((p - a) @ np.linalg.inv(across).T, -0.2, 1.2)[..., 0]
        return (cells * cell * np.sin(np.pi * t))[..., None] * down

    return bent(picture, truth, push, lambda p: np.ones(p.shape[:2]))


def folded(picture, truth, cells):
    """A cloth that was folded in four: it stands up a little at its creases, one side of them in shadow."""
    a, b, _, d = np.array(truth["corners"])
    across = np.array([b - a, d - a]).T
    cell = np.linalg.norm(d - a) / (truth["size"] - 1)
    lines = truth["size"] - 1

    def crease(p):
        """Cells from both, and 1 on the cloth, towards 0 beyond it."""
        t = (p - a) @ np.linalg.inv(across).T
        beyond = np.maximum(np.abs(t - 0.5).max(-1) - 0.55, 0) * lines
        return (t - [0.47, 0.53]) * lines, np.exp(-beyond)

    def push(p):
        u, on = crease(p)
        bump = cells * cell * np.exp(-np.abs(u) / 1.5) * on[..., None]
        return -(bump[..., :1] + bump[..., 1:]) * unit(d - a)

    def shade(p):
        u, on = crease(p)
        return 1 - 0.35 * (np.exp(-np.abs(u) / 0.8) * (u > 0)).max(-1) * on

    return bent(picture, truth, push, shade)


def on_a_screen(labels, rng):
    """(picture, truth) of a diagram on a screen, photographed from near: the screen's colours and the
    camera's pixels make bands."""
    n, cell, rim = len(labels), 34, 40
    side = 2 * rim + (n - 1) * cell
    x = np.full((side, side, 3), (90, 170, 220), np.uint8)[..., ::-1].copy()
    for i in range(n):
        at = rim + i * cell
        cv2.line(x, (rim, at), (side - rim, at), (30, 30, 30), 1)
        cv2.line(x, (at, rim), (at, side - rim), (30, 30, 30), 1)
    for r, c in zip(*np.nonzero(labels)):
        at = rim + c * cell, rim + r * cell
        cv2.circle(x, at, cell // 2 - 1, (25, 25, 25) if labels[r, c] == 1 else (240, 240, 240), -1, cv2.LINE_AA)
        cv2.circle(x, at, cell // 2 - 1, (20, 20, 20), 1, cv2.LINE_AA)
    screen = np.full((side + 120, side + 240, 3), 45, np.uint8)
    screen[60:-60, 120:-120] = x
    fine = np.repeat(np.repeat(screen, 3, 0), 3, 1).astype(np.float32)
    for k in range(3):  # stripes of red, green and blue, dark between the rows
        stripe = np.full((3, 3), 0.25, np.float32)
        stripe[:2, k] = 2.4
        fine[..., k] *= np.tile(stripe, screen.shape[:2])
    h, w = fine.shape[:2]
    size = (1040, 780)
    to = np.float32([[60, 50], [990, 20], [1010, 750], [30, 730]]) + rng.uniform(-15, 15, (4, 2)).astype(np.float32)
    m = cv2.getPerspectiveTransform(np.float32([[0, 0], [w, 0], [w, h], [0, h]]), to)
    photo = cv2.warpPerspective(cv2.GaussianBlur(fine, (0, 0), 1.1), m, size, flags=cv2.INTER_LINEAR, borderValue=(18, 16, 15))
    photo = photo + rng.normal(0, 3, photo.shape)
    first, last = rim, rim + (n - 1) * cell
    outer = np.float32([[first, first], [last, first], [last, last], [first, last]]) + [120.5, 60.5]
    corners = cv2.perspectiveTransform((3 * outer)[None].astype(np.float32), m)[0]
    truth = {
        "size": n,
        "corners": [[round(float(v), 2) for v in c] for c in corners],
        "board": ["".join(".XO"[v] for v in row) for row in labels],
        "source": "rendered",
    }
    return photo.clip(0, 255).astype(np.uint8), truth

