"""Training samples: geometry with OpenCV on bytes, light on the warped picture.

Pixel centres are at whole numbers everywhere. A `view` is a square picture on which the assumed
lattice has a fixed spacing; it is cut from the photo in one warp, from the pyramid level that is
nearest to its resolution, as the Rust code does it.
"""

import cv2
import numpy as np

FINE_PX, FINE_MARGIN = 8, 4
COARSE_SIDE = 256
NOISE = np.random.default_rng(0).standard_normal(1 << 22, np.float32)


def square(n, px, margin):
    """Pixel corners of an n-line lattice in a view."""
    a, b = margin * px, (margin + n - 1) * px
    return np.float32([[a, a], [b, a], [b, b], [a, b]])


def side(n, px, margin):
    return (n - 1 + 2 * margin) * px + 1


def apply(h, points):
    return cv2.perspectiveTransform(np.float64(points).reshape(-1, 1, 2), h).reshape(np.shape(points))


def lattice(lo, hi):
    """[hi-lo+1, hi-lo+1, 2] (x, y) lattice indices."""
    a = np.arange(lo, hi + 1, dtype=np.float64)
    return np.stack(np.meshgrid(a, a), -1)


class Bend:
    """A smooth displacement of a view: what lenses and cloth do beyond a homography."""

    def __init__(self, rng, extent, amplitude):
        self.extent = extent
        self.c = rng.normal(0, amplitude, (2, 6)) * rng.choice([0, 1], p=[0.3, 0.7])
        self.radial = rng.normal(0, amplitude * 1.5)

    def __call__(self, p):
        u = np.asarray(p) / self.extent * 2 - 1
        x, y = u[..., 0], u[..., 1]
        basis = np.stack([x * x - 0.33, y * y - 0.33, x * y, x**3 - 0.6 * x, y**3 - 0.6 * y, x * x * y], -1)
        r2 = (x * x + y * y - 0.8)[..., None]
        return basis @ self.c.T + self.radial * r2 * u

    def inverse(self, p):
        """The view position whose bent position is `p`."""
        q = np.array(p, np.float64)
        for _ in range(4):
            q = p - self(q)
        return q


def cut_view(photo, view_from_photo, extent, bend=None):
    """The view [extent, extent, 3] and its mask [extent, extent] (1 inside the photo)."""
    inverse = np.linalg.inv(view_from_photo)
    # The map is exact at every eighth pixel and bilinear in between (below 0.05 px off).
    nodes = lattice(0, (extent - 1) // 8) * 8
    if bend is not None:
        nodes = nodes + bend(nodes)
    xy = apply(inverse, nodes)
    middle = nodes.shape[0] // 2
    step = max(
        np.linalg.norm(xy[middle, middle + 1] - xy[middle, middle]),
        np.linalg.norm(xy[middle + 1, middle] - xy[middle, middle]),
    ) / 8
    level = int(np.clip(np.round(np.log2(max(step, 1e-6))), 0, len(photo.pyramid) - 1))
    image = photo.pyramid[level]
    scale = np.array([image.shape[1] / photo.rgb.shape[1], image.shape[0] / photo.rgb.shape[0]])
    coarse = np.dstack([(xy + 0.5) * scale - 0.5, homogeneous_weight(inverse, nodes)]).astype(np.float32)
    full = cv2.warpAffine(coarse, np.float64([[8, 0, 0], [0, 8, 0]]), (extent, extent), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    x, y, w = full[..., 0], full[..., 1], full[..., 2]
    inside = (x > -0.5) & (y > -0.5) & (x < image.shape[1] - 0.5) & (y < image.shape[0] - 0.5) & (w > 0)
    view = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    view[~inside] = 0
    return view, inside.astype(np.float32)


def homogeneous_weight(h, points):
    """The homogeneous weight; points behind the camera have w <= 0 (centre normalised to > 0)."""
    w = points @ h[2, :2] + h[2, 2]
    c = w[w.shape[0] // 2, w.shape[1] // 2]
    return w * np.sign(c)


def light(x, rng, gentle=False, colour=0.25):
    """Light, colour, shadow, glare, blur, noise and compression on uint8 [h, w, 3]; `gentle` leaves
    it an ordinary picture in even light."""
    h, w = x.shape[:2]
    if rng.random() < 0.35:  # resolution, possibly another one along each axis
        fx, fy = rng.uniform(0.35, 0.95, 2) if rng.random() < 0.5 else [rng.uniform(0.35, 0.95)] * 2
        small = cv2.resize(x, (max(8, int(w * fx)), max(8, int(h * fy))), interpolation=cv2.INTER_AREA)
        x = cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.25:
        x = cv2.GaussianBlur(x, (0, 0), rng.uniform(0.3, 1.4))
    elif rng.random() < 0.12:  # shaken camera
        k = int(rng.integers(2, 6))
        kernel = np.zeros((k, k), np.float32)
        cv2.line(kernel, (0, int(rng.integers(k))), (k - 1, int(rng.integers(k))), 1)
        kernel = kernel.T.copy() if rng.random() < 0.5 else kernel
        x = cv2.filter2D(x, -1, kernel / max(kernel.sum(), 1))
    f = x.astype(np.float32) * np.float32(1 / 255)
    gamma = rng.uniform(0.55, 1.8)
    gain = rng.uniform(0.5, 1.2) * np.exp(rng.normal(0, 0.12, 3))
    if rng.random() < colour:  # coloured light
        gain = np.minimum(gain * np.exp(rng.normal(0, 0.45, 3)), 1.5)
    if rng.random() < 0.1:
        gamma = gamma * np.exp(rng.normal(0, 0.15, 3))
    table = ((np.arange(256)[:, None] / 255.0) ** gamma * gain).astype(np.float32)
    f = cv2.LUT(x, table[:, None, :])
    if not gentle:
        f = hard_light(f, rng, colour)
    if rng.random() < 0.6:
        at = int(rng.integers(NOISE.size - f.size))
        f = f + NOISE[at : at + f.size].reshape(f.shape) * np.float32(rng.uniform(0, 0.045))
    x = (np.clip(f, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.3:
        x = cv2.imdecode(cv2.imencode(".jpg", x, [1, int(rng.integers(25, 90))])[1], 1)
    return x


def hard_light(f, rng, colour):
    """Mixed and uneven light, shadows, glare, streaks and patches of sun on [h, w, 3] in 0..1."""
    h, w = f.shape[:2]
    if rng.random() < colour * 0.5:  # light that mixes the channels
        m = np.eye(3) + rng.normal(0, 0.2, (3, 3))
        f = f @ (m / m.sum(1, keepdims=True)).T.astype(np.float32)
    if rng.random() < 0.2:
        grey = f.mean(2, keepdims=True)
        f = grey + (f - grey) * np.float32(rng.uniform(0, 1.6))
    if rng.random() < 0.5:  # uneven light
        field_ = cv2.resize(rng.normal(0, 1, (3, 3)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
        f = f * np.exp(np.float32(0.35 * rng.random()) * field_)[..., None]
    if rng.random() < 0.3:  # a hard or soft shadow with a straight or round edge
        f = f * shadow(rng, h, w)[..., None]
    for _ in range(int(rng.choice([0, 0, 1, 2, 4]))):  # glare, coins of light
        cx, cy = rng.uniform(0, w), rng.uniform(0, h)
        s = rng.uniform(0.01, 0.22) * w
        xs = np.exp(-((np.arange(w) - cx) ** 2) / 2 / s**2)
        ys = np.exp(-((np.arange(h) - cy) ** 2) / 2 / (s * rng.uniform(0.4, 2.5)) ** 2)
        spot = (ys[:, None] * xs[None]).astype(np.float32)
        f = f + np.float32(rng.uniform(0.05, 0.5)) * spot[..., None] * np.float32(np.exp(rng.normal(0, 0.1, 3)))
    if rng.random() < 0.2:  # streaks of sun, the spot of a laser
        streaks = np.zeros((h, w), np.float32)
        for _ in range(int(rng.integers(1, 5))):
            centre = (int(rng.uniform(0, w)), int(rng.uniform(0, h)))
            axes = (int(rng.uniform(0.005, 0.15) * w) + 1, int(rng.uniform(0.004, 0.03) * w) + 1)
            cv2.ellipse(streaks, centre, axes, rng.uniform(0, 180), 0, 360, float(rng.uniform(0.3, 1.5)), -1, cv2.LINE_AA)
        streaks = cv2.GaussianBlur(streaks, (0, 0), rng.uniform(0.5, 3))
        f = f + streaks[..., None] * np.float32(np.exp(rng.normal(0, 0.25, 3)))
    if rng.random() < 0.25:  # patches of sun with hard edges, as sensors saturate: softly
        f = f / np.sqrt(shadow(rng, h, w))[..., None]
        f = np.where(f > 0.75, 0.75 + 0.25 * (1 - np.exp(np.minimum((0.75 - f) / 0.25, 0))), f)
    return f


def shadow(rng, h, w):
    """A multiplier below 1 on one side of an edge."""
    m = np.zeros((h, w), np.float32)
    if rng.random() < 0.5:
        points = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * [w, h]
        cv2.fillPoly(m, [points.astype(np.int32)], 1.0)
    else:
        centre = (int(rng.uniform(0, w)), int(rng.uniform(0, h)))
        axes = (int(rng.uniform(0.05, 0.6) * w), int(rng.uniform(0.05, 0.6) * h))
        cv2.ellipse(m, centre, axes, rng.uniform(0, 180), 0, 360, 1.0, -1)
    m = cv2.GaussianBlur(m, (0, 0), rng.uniform(0.5, 0.05 * w + 1))
    return 1 - m * np.float32(rng.uniform(0.2, 0.75))


def pack(x, mask):
    """[4, h, w] float32 in 0..1, the fourth channel 1 inside the photo."""
    return np.concatenate([x.astype(np.float32) * np.float32(1 / 255) * mask[..., None], mask[..., None]], 2).transpose(2, 0, 1)


def contrast(view, cell_px):
    """[4, h, w] -> [8, h, w]: brightness; mask; log colours less their mean over the photo's part of
    the view (coloured light is gone); less their mean over five cells (slow glare and shadow are
    gone)."""
    view = np.ascontiguousarray(view.transpose(1, 2, 0))
    mask = view[..., 3]
    log = cv2.log(view[..., :3] + np.float32(0.03)) * mask[..., None]
    over_all = np.float32(cv2.sumElems(log)[:3]) / max(mask.sum(), 1)
    side_ = 5 * cell_px + 1
    box = dict(ksize=(side_, side_), normalize=False, borderType=cv2.BORDER_CONSTANT)
    nearby = cv2.boxFilter(log, -1, **box) / np.maximum(cv2.boxFilter(mask, -1, **box), 1)[..., None]
    out = np.empty((*mask.shape, 8), np.float32)
    out[..., 0] = view[..., :3].mean(2)
    out[..., 1] = mask
    out[..., 2:5] = (log - over_all) * mask[..., None]
    out[..., 5:8] = (log - nearby) * mask[..., None]
    return out.transpose(2, 0, 1)


def turned(corners, rng, *maps):
    """One of the eight ways to look at a board: the corners and maps of crossings [n, n, ...]."""
    k = int(rng.integers(4))
    corners, maps = np.roll(corners, -k, 0), [np.rot90(m, k) for m in maps]
    if rng.random() < 0.5:
        corners, maps = corners[[1, 0, 3, 2]], [m[:, ::-1] for m in maps]
    return corners, *maps


def border(rng, n, px, margin, extent):
    """Now and then the photo's border runs near or over an outer line: a mask of what is seen."""
    mask = np.ones((extent, extent), np.float32)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.7, 0.22, 0.08]))):
        at = (margin + rng.choice([rng.uniform(-3, 0), rng.uniform(-1.2, 2.5)])) * px
        slope = rng.normal(0, 0.05)
        grid = np.arange(extent)
        line = at + slope * (grid - extent / 2)
        m = (grid[None] > line[:, None]).astype(np.float32)
        mask *= np.rot90(m, int(rng.integers(4)))
    return mask


def surrounded(x, mask, view_from_board, n, table, rng):
    """The board laid on another table: a rim of its own and then `table` [h, w, 3]; or on a sheet of
    its own colour."""
    if rng.random() < 0.2:
        table = sheet(x[mask > 0], mask.shape, rng)
    lo, hi = -rng.uniform(0.45, 1.7, 2), n - 1 + rng.uniform(0.45, 1.7, 2)
    rim = np.array([[lo[0], lo[1]], [hi[0], lo[1]], [hi[0], hi[1]], [lo[0], hi[1]]])
    quad = apply(view_from_board, rim)
    keep = np.zeros(mask.shape, np.uint8)
    cv2.fillConvexPoly(keep, np.round(quad * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    a = (keep.astype(np.float32) / 255 * mask)[..., None]
    table = cv2.resize(table, mask.shape[::-1])
    return (x * a + table * (1 - a)).astype(np.uint8), np.ones_like(mask)


def sheet(pixels, shape, rng):
    """A plain surface [h, w, 3] in the colour of most of `pixels` [m, 3]."""
    colour = np.median(pixels[:: max(1, len(pixels) // 4096)], 0) * rng.uniform(0.85, 1.15) if len(pixels) else rng.integers(0, 255, 3)
    shade = cv2.resize(rng.normal(0, rng.uniform(2, 12), (3, 3)).astype(np.float32), shape[::-1], interpolation=cv2.INTER_CUBIC)
    return np.clip(colour + shade[..., None], 0, 255).astype(np.uint8)


def fine_sample(photo, table, rng, gentle):
    """Input [8, s, s]; target [4, k, k] (x, y, inside, valid); weight of the first three [k, k].
    `table` is a picture to lay the board on, or None."""
    n = photo.size
    corners, = turned(photo.corners, rng)
    assumed = n
    valid = True
    if rng.random() < 0.15:  # a wrong number of lines assumed
        assumed = int(rng.choice([s for s in (9, 13, 15, 19) if s != n]))
        valid = False
    px, margin = FINE_PX, FINE_MARGIN
    truth = square(n, px, margin) if valid else square(assumed, px, margin)
    s = rng.choice([0.08, 0.35, 0.8, 1.3]) * min(1, n / 13)
    wrong = truth + rng.normal(0, s * px, (4, 2)) + rng.normal(0, s * px * 0.7, (1, 2))
    extent = side(assumed, px, margin)
    view_from_photo = cv2.getPerspectiveTransform(corners.astype(np.float32), wrong.astype(np.float32))
    bend = Bend(rng, extent, 0.08 * px)
    x, mask = cut_view(photo, view_from_photo, extent, bend)
    positions = lattice(0, assumed - 1 + 2 * margin) * px
    view_from_board = view_from_photo @ cv2.getPerspectiveTransform(square(n, 1, 0), corners.astype(np.float32))
    board = apply(np.linalg.inv(view_from_board), positions + bend(positions))
    near = np.round(board)
    near_view = bend.inverse(apply(view_from_board, near))
    step = (near_view - positions) / px
    inside = ((near >= 0) & (near <= n - 1)).all(-1)
    if table is not None:
        x, mask = surrounded(x, mask, view_from_board, n, table, rng)
    if rng.random() < 0.07:
        x = 255 - x  # light lines on dark wood
    x = light(x, rng, gentle)
    mask = mask * border(rng, assumed, px, margin, extent)
    target = np.concatenate([step.transpose(2, 0, 1), inside[None], np.full((1, *inside.shape), valid)]).astype(np.float32)
    weight = np.full(inside.shape, float(valid), np.float32)
    return contrast(pack(x, mask), px), target, weight
