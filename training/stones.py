"""Training samples of the net that reads stones: the board's view, what lies on each crossing, and
where the stones' middles are."""

import cv2
import numpy as np
from scipy.spatial import cKDTree

from augment import Bend, apply, contrast, cut_view, lattice, light, pack, side, square, surrounded, turned

PX, MARGIN = 16, 2
# A place within this many cells of a stone's middle belongs to the stone, farther than the second not.
NEAR, FAR = 0.36, 0.55


def crossings(n):
    """[n, n, 2] (x, y) in view pixels."""
    return (lattice(0, n - 1) + MARGIN) * PX


def where(middles):
    """The middles, and the crossings for stones whose middle is not known."""
    return np.where(np.isnan(middles), crossings(len(middles)), middles)


def transplanted(x, labels, middles, rng):
    """Cells of the board moved onto others, so that no reading leans on its neighbours' pattern and
    stones stand in light that is not theirs. Stones go to empty crossings and lie off them, some
    nearly half way to an empty neighbour, or anywhere between four crossings: then either is their
    crossing, the nearer one more often. Empty cells go anywhere."""
    n = len(labels)
    at, new, moved = where(middles), labels.copy(), middles.copy()
    size = PX + 3
    grid = np.arange(size) - size // 2
    round_ = np.clip(PX * 0.5 + 0.5 - np.hypot(grid[:, None], grid[None]), 0, 1)
    square_ = np.minimum(*np.meshgrid(*[np.clip((size // 2 + 1 - abs(grid)) / 3.0, 0, 1)] * 2))
    out = x.copy()
    for _ in range(int(rng.integers(5, 70))):
        (r, c), (r2, c2) = rng.integers(1, n - 1, (2, 2))
        stone = labels[r, c] in (1, 2)
        if labels[r, c] == 255 or new[r2, c2] == 255 or (stone and new[r2, c2] != 0):
            continue
        shift, owner = np.zeros(2), (r2, c2)
        if stone:
            shift = rng.uniform(-1, 1, 2) * rng.choice([0.1, 0.34])
            axis, towards = rng.integers(2), rng.choice([-1, 1])
            neighbour = (r2 + towards * (axis == 1), c2 + towards * (axis == 0))
            if rng.random() < 0.25 and new[neighbour] == 0:
                off = rng.uniform(0.3, 0.5)
                shift[axis] = towards * off
                if rng.random() < 2.5 * (off - 0.3):
                    owner = neighbour
                if rng.random() < 0.4:
                    shift[1 - axis] = rng.uniform(-0.5, 0.5)
        from_ = np.round(at[r, c] if stone else (MARGIN + np.array([c, r])) * PX).astype(int)
        to = np.round((MARGIN + np.array([c2, r2]) + shift) * PX).astype(int)
        (x1, y1), (x2, y2) = from_ - size // 2, to - size // 2
        a = (round_ if stone else square_)[..., None]
        there = out[y2 : y2 + size, x2 : x2 + size]
        there[:] = (x[y1 : y1 + size, x1 : x1 + size] * a + there * (1 - a)).astype(np.uint8)
        new[owner] = labels[r, c]
        moved[owner] = middles[r, c] - from_ + to if stone else np.nan
    return out, new, moved


def cut(rng, extent):
    """What is seen [extent, extent] where the photo's border runs through the stones of an outer
    line."""
    seen = np.ones((extent, extent), np.float32)
    seen[: round((MARGIN - rng.uniform(0.02, 0.6)) * PX)] = 0
    return np.rot90(seen, int(rng.integers(4)))


def discs(shape, middles, radius):
    """A soft mask [h, w, 1] of the stones with their middles at `middles` [m, 2]."""
    mask = np.zeros(shape[:2], np.uint8)
    for x, y in middles:
        cv2.circle(mask, (round(x * 16), round(y * 16)), round(radius * 16), 255, -1, cv2.LINE_AA, 4)
    return cv2.GaussianBlur(mask, (0, 0), 1.0).astype(np.float32)[..., None] / 255


def retoned(x, labels, middles, rng):
    """Other stones and another board: yellowed, greyish, shaded white, dull black, darker or paler
    wood, each by its own gain."""
    at = where(middles)
    black, white = (discs(x.shape, at[labels == colour], PX * 0.53) for colour in (1, 2))
    gains = [np.exp(rng.normal(0, s, 3)) for s in (0.06, 0.05, 0.06)]
    board, dark, light_ = rng.uniform(0.75, 1.3) * gains[0], rng.uniform(0.8, 1.4) * gains[1], rng.uniform(0.5, 1.05) * gains[2]
    if rng.random() < 0.35:  # white stones lit from behind, darker than the board
        board, light_ = np.maximum(board, 1.0), rng.uniform(0.35, 0.75) * gains[2]
    gain = (1 - black - white) * board + black * dark + white * light_
    lift = black * rng.uniform(0, 40) * (rng.random() < 0.5)
    return np.clip(x * gain.astype(np.float32) + lift, 0, 255).astype(np.uint8)


def shadowed(x, labels, middles, rng):
    """The stones' own shadows in low light from one side, on the board and not on other stones."""
    stones = where(middles)[(labels == 1) | (labels == 2)]
    angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.15, 0.7) * PX
    way = reach * np.array([np.cos(angle), np.sin(angle)])
    shade = np.maximum(*(discs(x.shape, stones + f * way, PX * 0.46) for f in (0.5, 1.0)))
    if rng.random() < 0.5:
        shade = cv2.GaussianBlur(shade, (0, 0), rng.uniform(0.5, 2.5))[..., None]
    shade = shade * (1 - discs(x.shape, stones, PX * 0.45))
    return (x * (1 - shade * np.float32(rng.uniform(0.2, 0.7)))).astype(np.uint8)


def adrift(x, mask, rng):
    """The picture moved by up to a line and a half, so that stones lie anywhere among the places, and
    the way [2] in pixels that it was moved: where a stone is seen must not lean on the lattice."""
    by = rng.integers(-3 * PX // 2, 3 * PX // 2 + 1, 2)
    move = np.float64([[1, 0, by[0]], [0, 1, by[1]]])
    return *(cv2.warpAffine(a, move, a.shape[1::-1], flags=cv2.INTER_NEAREST) for a in (x, mask)), by


def places(labels, middles, strays, by=0):
    """What lies at each half cell of the view: kind [k, k] (0 nothing, 1 black, 2 white, 255 not to be
    judged) and the way [2, k, k] in cells to the stone's middle; and the stones [n, n] whose middle is
    not known, somewhere near their crossing. The crossings lie `by` [2] pixels beside their places."""
    n = len(labels)
    k = 2 * (n - 1 + 2 * MARGIN) + 1
    grid = lattice(0, k - 1)
    kind, way = np.zeros((k, k), np.uint8), np.zeros((2, k, k), np.float32)
    stone = (labels == 1) | (labels == 2)
    known = stone & ~np.isnan(middles[..., 0])
    vague = (stone | (labels == 255)) & ~known
    if known.any():
        at = middles[known] * 2 / PX
        apart, nearest = cKDTree(at).query(grid)
        kind = np.where(apart < 2 * NEAR, labels[known][nearest], np.where(apart < 2 * FAR, 255, 0)).astype(np.uint8)
        way = ((at[nearest] - grid) / 2).transpose(2, 0, 1).astype(np.float32)
    around = np.concatenate([crossings(n)[vague] + by, strays]) * 2 / PX
    if len(around):
        apart, _ = cKDTree(around).query(grid)
        kind[(apart < 1.6) & (kind == 0)] = 255
    return kind, way, np.where(stone & ~known, labels, 0).astype(np.uint8)


def stones_sample(photo, table, rng, gentle):
    """Input [8, s, s]; labels [n + 2, n + 2], with the ring one cell beyond the outer lines, where nothing
    lies on the board; 255 where not to be judged; and `places`. `table` is a picture to lay the board
    on, or None."""
    n = photo.size
    corners, labels, centres = turned(photo.corners, rng, photo.labels, photo.centres)
    extent = side(n, PX, MARGIN)
    jitter = rng.choice([0.03, 0.07, 0.12, 0.18]) * PX
    wrong = square(n, PX, MARGIN) + rng.normal(0, jitter, (4, 2))
    view_from_photo = cv2.getPerspectiveTransform(corners.astype(np.float32), wrong.astype(np.float32))
    bend = Bend(rng, extent, 0.05 * PX)
    x, mask = cut_view(photo, view_from_photo, extent, bend)
    middles, strays = (bend.inverse(apply(view_from_photo, p)) if len(p) else p for p in (centres, photo.strays))
    middles[np.isnan(centres)] = np.nan
    if table is not None:
        view_from_board = view_from_photo @ cv2.getPerspectiveTransform(square(n, 1, 0), corners.astype(np.float32))
        x, mask = surrounded(x, mask, view_from_board, n, table, rng)
    if rng.random() < 0.2:
        mask = mask * cut(rng, extent)
    if rng.random() < (0.2 if gentle else 0.35):
        x, labels, middles = transplanted(x, labels, middles, rng)
    if rng.random() < (0.2 if gentle else 0.4):
        x = retoned(x, labels, middles, rng)
    if rng.random() < 0.15:
        x = shadowed(x, labels, middles, rng)
    if rng.random() < 0.07:  # light lines on dark wood
        x, labels = 255 - x, np.choose(np.minimum(labels, 3), [0, 2, 1, 255]).astype(np.uint8)
    if rng.random() < 0.3:
        x, mask, by = adrift(x, mask, rng)
        kind, way, vague = places(labels, middles + by, strays + by, by)
        on_crossings, vague = np.full((n + 2, n + 2), 255, np.uint8), np.zeros_like(vague)
    else:
        kind, way, vague = places(labels, middles, strays)
        on_crossings = np.pad(labels, 1)
    seen = contrast(pack(light(x, rng, gentle), mask), PX)
    return [seen, on_crossings, kind, way, vague]
