"""Training samples for the coarse net: photos re-shot, and boards cut out and laid on other tables."""

import cv2
import numpy as np

import augment
from augment import COARSE_SIDE as SIDE

UNIT = np.float32([[-1, -1], [1, -1], [1, 1], [-1, 1]])


def camera(rng, fill):
    """Where a random camera sees the unit square [4, 2], centred on 0, longest extent `fill`."""
    tilt = np.radians(rng.choice([rng.uniform(0, 30), rng.uniform(20, 68)]))
    about = rng.uniform(0, 2 * np.pi)
    if rng.random() < 0.65:
        about = rng.choice(4) * np.pi / 2 + rng.normal(0, 0.15)
    spin = rng.choice(4) * np.pi / 2 + rng.normal(0, 0.2) if rng.random() < 0.65 else rng.uniform(0, 2 * np.pi)
    distance = rng.uniform(2.6, 8)

    def about_z(a):
        return np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])

    about_x = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    plane = np.c_[UNIT * [rng.uniform(0.92, 1.0), 1], np.zeros(4)]
    roll = rng.normal(0, 0.12) if rng.random() < 0.7 else rng.uniform(0, 2 * np.pi)
    p = plane @ about_z(spin).T @ about_z(about).T @ about_x.T @ about_z(roll - about * (rng.random() < 0.5)).T
    q = p[:, :2] / (p[:, 2:] + distance)
    q = q - (q.min(0) + q.max(0)) / 2
    return (q / (q.max(0) - q.min(0)).max() * fill).astype(np.float32)


def photo_patch(photos, rng):
    """A piece of a photo that shows no board, or None."""
    photo = photos[rng.integers(len(photos))]
    h, w = photo.small.shape[:2]
    inside = cv2.fillConvexPoly(np.zeros((h, w), np.uint8), grown(photo.small_corners, 1.12).astype(np.int32), 1)
    for _ in range(6):
        s = rng.uniform(0.12, 0.6) * min(h, w)
        x, y = rng.uniform(0, w - s), rng.uniform(0, h - s)
        box = (slice(int(y), int(y + s)), slice(int(x), int(x + s)))
        if inside[box].mean() < 0.03:
            return cv2.resize(photo.small[box], (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    return None


def grown(quad, factor):
    """A quadrilateral scaled about its centre."""
    centre = quad.mean(0)
    return centre + (quad - centre) * factor


def background(photos, rng):
    """A table, floor or cloth [SIDE, SIDE, 3] with clutter."""
    kind = rng.random()
    table = photo_patch(photos, rng) if kind < 0.6 else None
    if table is None or rng.random() < 0.15:
        table = texture(rng)
        if rng.random() < 0.4:  # grain or stripes
            angle, period = rng.uniform(0, np.pi), rng.uniform(3, 40)
            yy, xx = np.mgrid[0:SIDE, 0:SIDE]
            wave = np.sin((xx * np.cos(angle) + yy * np.sin(angle)) * 2 * np.pi / period)
            table = np.clip(table + (wave * rng.uniform(3, 40))[..., None], 0, 255).astype(np.uint8)
    if rng.random() < 0.3:  # a second surface: the edge of the table, a mat
        other = photo_patch(photos, rng)
        other = np.full((SIDE, SIDE, 3), rng.integers(0, 255, 3), np.uint8) if other is None else other
        m = cv2.fillPoly(np.zeros((SIDE, SIDE), np.uint8), [(rng.uniform(-0.2, 1.2, (4, 2)) * SIDE).astype(np.int32)], 1)
        table = np.where(m[..., None] > 0, other, table)
    return clutter(table.copy(), rng, int(rng.choice([0, 2, 5])))


def texture(rng):
    """Wood, stone, cloth, carpet: noise of several octaves, each stretched its own way, coloured."""
    base = rng.integers(0, 255, 3).astype(np.float32)
    tint = rng.normal(0, 1, 3)
    tint = 0.8 + 0.2 * tint if rng.random() < 0.7 else tint
    x = np.zeros((SIDE, SIDE), np.float32)
    rough = rng.uniform(-0.3, 1.2)  # how much the fine octaves weigh
    for octave in range(1, 9):
        cells = np.maximum(2, np.array([2.0**octave] * 2) * np.exp2(rng.normal(0, 0.7, 2))).astype(int).clip(2, SIDE)
        noise = rng.normal(0, 1, cells).astype(np.float32)
        x += cv2.resize(noise, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR) * np.float32(rng.uniform(0, 1) * 2 ** (-rough * (octave - 4) / 2))
    x *= np.float32(rng.uniform(2, 45) / max(x.std(), 1e-3))
    if rng.random() < 0.3:  # planks, tiles, a chequered cloth
        a, b = rng.integers(6, 80, 2)
        yy, xx = np.mgrid[0:SIDE, 0:SIDE]
        kind = rng.random()
        if kind < 0.4:
            x += np.where((xx % a < 1 + a // 20) | ((yy % b < 1 + b // 20) & (rng.random() < 0.7)), rng.uniform(-60, 60), 0)
        elif kind < 0.7:
            x += np.where((xx // a + yy // b) % 2 == 0, rng.uniform(-50, 50), 0)
        else:
            x += rng.normal(0, 15, SIDE // a + 2)[xx // a]
    table = base + x[..., None] * tint
    if rng.random() < 0.4:
        m = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), rng.uniform(0, 360), rng.uniform(1, 2))
        table = cv2.warpAffine(table.astype(np.float32), m, (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT)
    return np.clip(table, 0, 255).astype(np.uint8)


def clutter(x, rng, count):
    """Bowls with stones, papers, clocks, cups."""
    for _ in range(count):
        centre = (rng.uniform(0, 1, 2) * SIDE).astype(int)
        r = int(rng.uniform(0.02, 0.14) * SIDE)
        colour = tuple(int(c) for c in rng.integers(0, 255, 3))
        kind = rng.random()
        if kind < 0.5:
            axes = (r, max(1, int(r * rng.uniform(0.5, 1))))
            cv2.ellipse(x, tuple(map(int, centre)), axes, 0, 0, 360, colour, -1, cv2.LINE_AA)
            stone = 30 if rng.random() < 0.5 else 225
            for _ in range(int(rng.choice([0, 12, 25]))):
                at = centre + rng.normal(0, r * 0.4, 2)
                shade = int(np.clip(stone + rng.normal(0, 15), 0, 255))
                cv2.circle(x, tuple(map(int, at)), max(1, r // 6), (shade,) * 3, -1, cv2.LINE_AA)
        elif kind < 0.8:
            box = cv2.boxPoints(((float(centre[0]), float(centre[1])), (2.0 * r, r * rng.uniform(0.5, 3)), rng.uniform(0, 90)))
            cv2.fillPoly(x, [box.astype(np.int32)], colour, cv2.LINE_AA)
        else:
            shade = int(rng.choice([25, 230]))
            for _ in range(int(rng.integers(1, 8))):
                cv2.circle(x, tuple(map(int, centre + rng.normal(0, r, 2))), max(2, int(SIDE * 0.012)), (shade,) * 3, -1, cv2.LINE_AA)
    return x


def hand(x, quad, rng):
    """Something skin- or sleeve-coloured that reaches over an edge of the board."""
    i = rng.integers(4)
    edge = quad[i] + (quad[(i + 1) % 4] - quad[i]) * rng.uniform(-0.05, 1.05)
    inward = quad.mean(0) - edge
    tip = edge + inward * rng.uniform(-0.1, 0.8)
    tail = edge - inward * 2
    width = int(rng.uniform(0.03, 0.1) * SIDE)
    skin = np.array([210, 160, 130]) * rng.uniform(0.35, 1.1) + rng.normal(0, 10, 3)
    sleeve = rng.integers(0, 255, 3)
    middle = edge - inward * rng.uniform(0, 0.6)
    for a, b, c in ((tail, middle, sleeve), (middle, tip, skin)):
        cv2.line(x, tuple(map(int, a)), tuple(map(int, b)), tuple(int(v) for v in np.clip(c, 0, 255)), width, cv2.LINE_AA)
    return x


def target(quad, others, mask):
    """[3, 64, 64]: the board inside its outer lines, Gaussians at its corners, and what of the other boards
    lies in the photo, whose `mask` is [256, 256]."""
    board = inside([quad])
    grid = np.arange(0, SIDE, 4)
    heat = np.zeros_like(board)
    for x, y in quad:
        heat = np.maximum(heat, np.exp(-((grid[:, None] - y) ** 2 + (grid[None] - x) ** 2) / 2 / 5.0**2))
    return np.stack([board, heat, inside(others) * mask[::4, ::4]]).astype(np.float32)


def inside(quads):
    """The share [64, 64] of each place that lies inside one of the quadrilaterals."""
    fine = np.zeros((SIDE, SIDE), np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(fine, np.round(np.asarray(quad) * 16).astype(np.int32), 255, cv2.LINE_8, 4)
    return cv2.blur(fine, (5, 5))[::4, ::4] / np.float32(255)


def reshot(photo, rng):
    """The photo itself, cropped, turned by quarters, mirrored and a little warped."""
    h, w = photo.small.shape[:2]
    lo, hi = photo.small_corners.min(0), photo.small_corners.max(0)
    board = (hi - lo).max()
    slack = rng.uniform(-0.03, rng.choice([0.15, 1.0]), 4) * board
    x0, y0 = np.maximum(lo - slack[:2], -0.02 * board)
    x1, y1 = np.minimum(hi + slack[2:], np.array([w, h]) + 0.02 * board)
    quad = np.float32([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    aspect = (x1 - x0) / max(y1 - y0, 1)
    size = np.array([min(1, aspect), min(1, 1 / aspect)]) * (SIDE - 1)
    box = (np.float32([[0, 0], [1, 0], [1, 1], [0, 1]]) * size + (SIDE - 1 - size) / 2).astype(np.float32)
    m = cv2.getPerspectiveTransform(quad, (box + rng.normal(0, 0.02 * SIDE, (4, 2)).astype(np.float32) * (rng.random() < 0.5)).astype(np.float32))
    k = rng.integers(4)
    if k:
        turn = cv2.getRotationMatrix2D(((SIDE - 1) / 2, (SIDE - 1) / 2), 90 * int(k), 1)
        m = np.vstack([turn, [0, 0, 1]]) @ m
    if rng.random() < 0.5:
        m = np.array([[-1, 0, SIDE - 1], [0, 1, 0], [0, 0, 1.0]]) @ m
    return m


def warp(photo, m):
    """The small copy of a photo under `m`, without aliasing, and what it covers."""
    image = photo.small
    scale = np.sqrt(abs(np.linalg.det(m[:2, :2]))) if m[2, 2] else 1
    if scale < 0.6:
        half = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        m_half = m @ np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]])
        out = cv2.warpPerspective(half, m_half, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    else:
        out = cv2.warpPerspective(image, m, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(np.full(image.shape[:2], 255, np.uint8), m, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
    return out, cover


def seen(x, mask):
    """The picture as the coarse net sees it."""
    return augment.contrast(augment.pack(x, mask), augment.FINE_PX)


def extruded(table, rim, board, rng):
    """The side of a thick board on `table`: its rim moved away from the viewer's top, darker."""
    down = np.array([rng.normal(0, 0.03), rng.uniform(0.02, 0.16)]) * SIDE
    outline = cv2.convexHull(np.float32(np.vstack([rim, rim + down])))
    colour = np.median(board, 0) * rng.uniform(0.3, 0.95)
    return cv2.fillConvexPoly(table, np.round(outline * 16).astype(np.int32), tuple(map(int, colour)), cv2.LINE_AA, 4)


def around(quad, lo, hi):
    """The outline that lies `lo` (left, top) and `hi` (right, bottom) outside the unit square seen as
    `quad`."""
    rim = np.float32([[-1 - lo[0], -1 - lo[1]], [1 + hi[0], -1 - lo[1]], [1 + hi[0], 1 + hi[1]], [-1 - lo[0], 1 + hi[1]]])
    return augment.apply(cv2.getPerspectiveTransform(UNIT, quad.astype(np.float32)), rim)


def neighbour(table, quad, photos, rng):
    """Another board on the same table, beside the one seen as `quad`, which stays the more prominent: the
    table with it and its corners [m, 4, 2], where it finds room."""
    photo, size = photos[rng.integers(len(photos))], rng.uniform(0.6, 1.1)
    side, gap, along = rng.integers(4), rng.uniform(0.12, 0.9), rng.uniform(-0.8, 0.8)
    away = np.array([[1, 0], [-1, 0], [0, 1], [0, -1]])[side] * (1 + size + gap)
    away = away + np.array([[0, 1], [1, 0]])[side // 2] * along
    there = cv2.getPerspectiveTransform(UNIT, quad.astype(np.float32))
    if (np.c_[UNIT * size + away, np.ones(4)] @ there[2] < 0.3).any():  # behind the camera, or nearly
        return table, []
    other = augment.apply(there, UNIT * size + away).astype(np.float32)
    if prominence(other, (SIDE, SIDE)) > 0.7 * prominence(quad, (SIDE, SIDE)):
        return table, []
    corners, = augment.turned(photo.small_corners, rng)
    x, cover = warp(photo, cv2.getPerspectiveTransform(corners.astype(np.float32), other))
    cell = 2.0 / (photo.size - 1)
    cover = np.minimum(cover, filled(around(other, *(rng.uniform(0.4, 1.2, (2, 2)) * cell))))
    a = cover[..., None].astype(np.float32) / 255
    return (x * a + table * (1 - a)).astype(np.uint8), [other]


def prominence(quad, size):
    """The part of a picture (width, height) that a board fills, less the farther it lies from the middle."""
    w, h = size
    quad = cv2.convexHull(np.float32(quad))
    area, seen_ = cv2.intersectConvexConvex(quad, np.float32([[0, 0], [w, 0], [w, h], [0, h]]))
    if not area:
        return 0.0
    away = np.linalg.norm(seen_.reshape(-1, 2).mean(0) - [w / 2, h / 2]) / max(w, h)
    return area / (w * h) * np.exp(-((2 * away) ** 2))


def filled(outline):
    """255 inside the outline, [SIDE, SIDE]."""
    return cv2.fillConvexPoly(np.zeros((SIDE, SIDE), np.uint8), np.round(outline * 16).astype(np.int32), 255, cv2.LINE_AA, 4)


def coarse_sample(photo, rooms, rng, gentle):
    """Input [8, 256, 256] and target [3, 64, 64]; pieces of the photos `rooms` are tables and floors."""
    mask = np.ones((SIDE, SIDE), np.float32)
    others = []
    kind = rng.random()
    if kind < 0.04:  # nothing to find
        return seen(augment.light(background(rooms, rng), rng, gentle), mask), np.zeros((3, SIDE // 4, SIDE // 4), np.float32)
    if kind < 0.45:
        m = reshot(photo, rng)
        x, cover = warp(photo, m)
        mask = (cover > 127).astype(np.float32)
        quad = augment.apply(m, photo.small_corners)
        others = [augment.apply(m, other) for other in photo.neighbours]
    else:
        fill = rng.uniform(0.28, 0.97) * SIDE
        quad = camera(rng, fill)
        room = (SIDE - (quad.max(0) - quad.min(0))) / 2
        quad = quad + (SIDE - 1) / 2 + rng.uniform(-1, 1, 2) * np.maximum(room, 0.02 * SIDE)
        corners, = augment.turned(photo.small_corners, rng)
        m = cv2.getPerspectiveTransform(corners.astype(np.float32), quad.astype(np.float32))
        x, cover = warp(photo, m)
        # Points behind the camera fold over; keep what is near the board.
        keep = cv2.fillConvexPoly(np.zeros((SIDE, SIDE), np.uint8), grown(quad, 3.0).astype(np.int32), 255)
        cover = np.minimum(cover, keep)
        table = background(rooms, rng)
        for _ in range(int(rng.choice([0, 1, 2], p=[0.65, 0.2, 0.15]))):
            table, found = neighbour(table, quad, rooms, rng)
            others += found
        if rng.random() < 0.7:  # cut the board out, with a rim of one's own width on each side
            cell = 2.0 / (photo.size - 1)
            rim = around(quad, *(rng.uniform(0.5, 1.6, (2, 2)) * cell))
            cover = np.minimum(cover, filled(rim))
            board = x[cover > 127]
            if rng.random() < 0.15 and len(board):  # drawn on a large sheet
                table_mask = filled(around(quad, *rng.uniform(0.1, 1.2, (2, 2))))[..., None].astype(np.float32) / 255
                table = (augment.sheet(board, (SIDE, SIDE), rng) * table_mask + table * (1 - table_mask)).astype(np.uint8)
            elif rng.random() < 0.35 and len(board):
                table = extruded(table, rim, board, rng)
        a = cover[..., None].astype(np.float32) / 255
        x = (x * a + table * (1 - a)).astype(np.uint8)
        if rng.random() < 0.35:  # the photo is not square
            strip = int(rng.uniform(0, max(min(quad[:, 1].min(), SIDE - quad[:, 1].max()) + 4, 1)))
            rows = mask if rng.random() < 0.5 else None
            if rows is not None and strip > 0:
                mask[:strip] = 0
                mask[-strip:] = 0
    if rng.random() < 0.2:
        x = hand(np.ascontiguousarray(x), quad, rng)
    return seen(augment.light(np.ascontiguousarray(x), rng, gentle), mask), target(quad, others, mask)
