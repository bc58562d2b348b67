"""Rendered photos of boards with exact truth: `render.py --out DIR --count N [--seed S]`.

Each picture gets NAME.json and NAME.txt (boxes round the stones) in the format of the real photos.
"""

import argparse
import json
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from furnish import RIM, SHADE_PX, ball, blobs, clutter, curtain, ground, put_stones, reach_in, slab
from raycast import CLUTTER, Camera, Lamp, Matter, Picture, Room, about, tint, unit
from scenes import prominence
from surfaces import laid, position

SUPERSAMPLED = 1.3


def view_of(rng, n, aspect, height=None, roll=None, lens=None):
    """A camera that sees the board, from a height in radians above its plane."""
    middle = np.array([(n - 1) / 2, (n - 1) / 2 * aspect, 0])
    extent = (n - 1) * 1.12
    if height is None:
        height = np.radians(rng.choice([rng.uniform(15, 35), rng.uniform(30, 70), rng.uniform(65, 90)], p=[0.3, 0.45, 0.25]))
    if roll is None:
        roll = rng.normal(0, 0.06) if rng.random() < 0.85 else rng.uniform(-np.pi, np.pi)
    if lens is None:
        lens = rng.normal(0, 0.06) if rng.random() < 0.6 else 0.0
    around = rng.choice(4) * np.pi / 2 + rng.normal(0, 0.2) if rng.random() < 0.65 else rng.uniform(0, 2 * np.pi)
    away = np.array([np.cos(around) * np.cos(height), np.sin(around) * np.cos(height), np.sin(height)])
    right, forward = np.array([-np.sin(around), np.cos(around), 0]), -away
    down = np.cross(right, forward)
    if down[2] > 0:
        right, down = -right, -down
    right, down = np.cos(roll) * right + np.sin(roll) * down, -np.sin(roll) * right + np.cos(roll) * down
    turn = np.stack([right, down, forward])
    long = int(rng.uniform(900, 1300))
    w, h = [(long, int(long * s)) for s in (0.75, 0.5625, 1.0)][int(rng.choice(3, p=[0.55, 0.2, 0.25]))]
    if rng.random() < 0.3:
        w, h = h, w
    focal = w / 2 / np.tan(np.radians(rng.uniform(36, 76) / 2)) * max(1, h / w)
    corners, fill = outer(n, aspect), rng.uniform(0.45, 0.95)
    for distance in np.geomspace(0.7, 40, 80) * extent:
        camera = Camera(middle + away * distance, turn, focal, (w, h), lens)
        if (((corners - camera.at) @ forward) < 0.15 * extent).any():
            continue
        p = camera.project(corners)
        if ((p.max(0) - p.min(0)) / [w, h]).max() < fill:
            break
    # Turned a little, so that the board is anywhere in the frame.
    room = np.maximum((np.array([w, h]) - (p.max(0) - p.min(0))) / 2 - 0.015 * w, 0)
    want = np.array([w, h]) / 2 + rng.uniform(-1, 1, 2) * room
    across, along = np.arctan((want - (p.max(0) + p.min(0)) / 2) / focal)
    camera.turn = turn @ about(down, across) @ about(right, -along)
    return camera


def outer(n, aspect):
    """The outer crossings [4, 3]."""
    return np.array([[0, 0, 0], [n - 1, 0, 0], [n - 1, (n - 1) * aspect, 0], [0, (n - 1) * aspect, 0]])


@dataclass
class Scene:
    """What a picture shows; lengths in cells."""

    n: int
    aspect: float  # height of a cell over its width
    camera: Camera
    labels: np.ndarray  # [n, n] 0 empty, 1 black, 2 white
    radius: float  # of a stone
    tall: float  # half the height of a stone
    rim: np.ndarray  # the board beyond its outer lines: left, top, right, bottom
    thick: float
    room: Room
    lamps: list
    matter: Matter  # of the board
    clutter: int  # things on the table
    hand: bool
    strays: np.ndarray  # [m, 3] (column, row, colour) of stones on the board that lie on no crossing
    things: list = field(default_factory=list)  # (middle, radii, colour) of ellipsoids that lie about
    neighbours: list = field(default_factory=list)  # (another scene's board, how far it lies from this one)

    def extent(self):
        """The lowest and the highest (x, y, z) of the board."""
        left, top, right, bottom = self.rim
        lo = np.array([-left, -top * self.aspect, -self.thick])
        return lo, np.array([self.n - 1 + right, (self.n - 1 + bottom) * self.aspect, 0])

    @staticmethod
    def random(rng, n=None, **view):
        while True:
            lines = n or int(rng.choice([19, 13, 9, 15], p=[0.6, 0.17, 0.2, 0.03]))
            aspect = rng.choice([1.0, rng.uniform(1.04, 1.09)])
            camera = view_of(rng, lines, aspect, **view)
            corners = camera.project(outer(lines, aspect))
            sides = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1)
            low = cv2.contourArea(corners.astype(np.float32)) / max(sides) ** 2
            if (corners > 2).all() and (corners < np.array(camera.size) - 3).all() and low > 0.2:
                break
        rim = rng.uniform(0.35, 1.5) + rng.uniform(0, 0.3, 4) * (rng.random() < 0.5)
        if rng.random() < (0.06 if lines > 13 else 0.25):  # drawn in the middle of a large plate or sheet
            rim = rng.uniform(1, 0.8 * lines, 2)[[0, 1, 0, 1]] * rng.uniform(0.8, 1.2, 4)
        scene = Scene(
            lines, aspect, camera, position(rng, lines), rng.uniform(0.44, 0.505), rng.uniform(0.14, 0.24), rim,
            rng.choice([0.02, rng.uniform(0.3, 1.2), rng.uniform(1.5, 7)], p=[0.3, 0.4, 0.3]),
            Room(rng), [lamp(rng) for _ in range(int(rng.choice([1, 2, 3])))],
            Matter(rng.choice([0.0, 0.02, 0.05, 0.12], p=[0.3, 0.3, 0.25, 0.15]), rng.choice([0.02, 0.1, 0.3])),
            int(rng.choice([0, 1, 2, 4, 7])), rng.random() < 0.15, strays(rng, lines, rim) if rng.random() < 0.15 else np.zeros((0, 3)),
        )
        if rng.random() < 0.5:
            put_in_a_hall(rng, scene)
        return scene


def put_in_a_hall(rng, scene):
    """One or two boards of about the same kind beside the scene's, which stays the larger one in the
    picture or the one nearer to its middle."""
    n, aspect, camera = scene.n, scene.aspect, scene.camera
    for side in rng.choice(4, int(rng.integers(1, 3)), replace=False):
        lines = n if rng.random() < 0.7 else int(rng.choice([19, 13, 9]))
        other = replace(
            scene, n=lines, labels=position(rng, lines), rim=rng.uniform(0.35, 1.5) * np.ones(4), strays=np.zeros((0, 3)),
            thick=scene.thick if rng.random() < 0.5 else rng.uniform(0.1, 2), neighbours=[],
        )
        gap, along = rng.uniform(0.3, rng.choice([2, 8])), rng.uniform(-0.6, 0.6) * n
        after, before = n - 1 + scene.rim[2:] + other.rim[:2] + gap, 1 - lines - scene.rim[:2] - other.rim[2:] - gap
        offset = np.array([(after[0], along), (before[0], along), (along, after[1]), (along, before[1])][side])
        offset = np.array([offset[0], offset[1] * aspect, 0])
        corners = outer(lines, aspect) + offset
        own, its = (prominence(camera.project(c), camera.size) for c in (outer(n, aspect), corners))
        if ((corners - camera.at) @ camera.turn[2]).min() > 0.3 * n and 0.01 < its < 0.7 * own:
            scene.neighbours.append((other, offset))


def strays(rng, n, rim):
    """Captives on the rim of the board, often at its corners."""
    found = []
    for _ in range(int(rng.integers(1, 9))):
        at = rng.choice([-1, n]) + rng.uniform(-0.2, 0.2), rng.choice([rng.uniform(-1, n), rng.choice([-1, n]) + rng.uniform(-0.2, 0.2)])
        column, row = at if rng.random() < 0.5 else at[::-1]
        if -rim[0] < column < n - 1 + rim[2] and -rim[1] < row < n - 1 + rim[3]:
            if all(np.hypot(column - c, row - r) > 1 for c, r, _ in found):
                found.append((column, row, int(rng.integers(1, 3))))
    return np.array(found).reshape(-1, 3)


def lamp(rng):
    azimuth, height = rng.uniform(0, 2 * np.pi), np.radians(rng.choice([rng.uniform(12, 40), rng.uniform(40, 85)]))
    way = unit([np.cos(azimuth) * np.cos(height), np.sin(azimuth) * np.cos(height), np.sin(height)])
    colour = np.float32(rng.uniform(0.15, 0.9)) * tint(rng, rng.choice([0.05, 0.15, 0.5], p=[0.6, 0.28, 0.12]))
    return Lamp(way, colour, rng.choice([0.05, 0.3, 1.0]))


def render(scene, rng):
    """(picture uint8 RGB, truth dictionary, boxes)."""
    stones = laid(rng, scene.labels, scene.radius, scene.aspect)
    all_stones = np.concatenate([stones, scene.strays])
    lo, hi = scene.extent()
    lit_stones(scene, all_stones, rng)
    picture = Picture(scene.camera)
    ground(picture, rng, scene, lo, hi)
    slab(picture, rng, scene, lo, hi)
    put_stones(picture, rng, scene, all_stones, 0.0)
    clutter(picture, rng, scene, lo, hi)
    for middle, radii, colour in scene.things:
        ball(picture, scene, np.array(middle), radii, colour, cut=9)
    for neighbour in scene.neighbours:
        put_neighbour(picture, rng, scene, *neighbour)
    if scene.hand:
        reach_in(picture, rng, scene, lo, hi)
    return developed(picture, rng, scene, stones, hidden(picture, scene))


HIDDEN = 0.4  # of a crossing's surroundings covered: nobody can tell what lies there


def hidden(picture, scene):
    """The crossings [[column, row]] that hands and things hide."""
    n, (w, h) = scene.n, picture.camera.size
    turn = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    ring = np.concatenate([[[0, 0]], *(r * scene.radius * np.c_[np.cos(turn), np.sin(turn)] for r in (0.4, 0.8))])
    found = []
    for row, column in np.ndindex(n, n):
        height = np.full((len(ring), 1), 1.5 * scene.tall if scene.labels[row, column] else 0)
        spots = np.c_[ring + [column, row * scene.aspect], height]
        x, y = np.clip(picture.camera.project(spots).astype(int), 0, [w - 1, h - 1]).T
        if (picture.what[y, x] == CLUTTER).mean() > HIDDEN:
            found.append([column, row])
    return found


def lit_stones(scene, stones, rng):
    """What of each lamp's light reaches the board and its stones."""
    n, aspect = scene.n, scene.aspect
    size = (int((n - 1 + 2 * RIM) * SHADE_PX * aspect) + 1, int((n - 1 + 2 * RIM) * SHADE_PX) + 1)
    for lamp_ in scene.lamps:
        if lamp_.curtain is None:
            lamp_.curtain = curtain(rng, size)
        lamp_.shade = blobs(stones, aspect, scene.radius, 2 * scene.tall, lamp_, size) * lamp_.curtain


def put_neighbour(picture, rng, scene, other, offset):
    """Another board, lit as the scene's own."""
    other.room, other.lamps = scene.room, [replace(lamp_, curtain=None) for lamp_ in scene.lamps]
    stones = laid(rng, other.labels, other.radius, other.aspect)
    lit_stones(other, stones, rng)
    own, behind = picture.camera, picture.depth.copy()
    picture.camera = replace(own, at=own.at - offset)
    slab(picture, rng, other, *other.extent())
    put_stones(picture, rng, other, stones, 0.0)
    picture.camera = own
    picture.what[picture.depth < behind] = CLUTTER


def developed(picture, rng, scene, stones, covered):
    """Exposure, sharpness and size of the photo; its truth in its pixels."""
    camera, aspect = scene.camera, scene.aspect
    x = picture.colour
    level = np.percentile(x.mean(-1), 92)
    x = x / max(level, 1e-3) * rng.uniform(0.55, 1.0)
    x = np.clip(x, 0, 4)
    x = np.where(x > 0.8, 0.8 + 0.2 * (1 - np.exp(-(x - 0.8) / 0.2)), x) ** np.float32(1 / 2.2)
    scale = 1 / SUPERSAMPLED
    w, h = camera.size
    size = (round(w * scale), round(h * scale))
    x = cv2.resize(x, size, interpolation=cv2.INTER_AREA)
    ratio = np.array(size) / [w, h]
    if rng.random() < 0.4:
        x = cv2.GaussianBlur(x, (0, 0), rng.uniform(0.3, 1.0))
    x = x + rng.normal(0, rng.uniform(0, 0.02), x.shape)
    picture_ = (np.clip(x, 0, 1) * 255).astype(np.uint8)
    corners = (camera.project(outer(scene.n, aspect)) + 0.5) * ratio - 0.5
    centres = camera.project(np.c_[stones[:, 0], stones[:, 1] * aspect, np.full(len(stones), scene.tall)])
    forward = (np.c_[stones[:, :2], np.zeros(len(stones))] - camera.at) @ camera.turn[2]
    across = 2 * scene.radius * camera.focal / forward * scale if len(stones) else np.zeros(0)
    middles = (centres + 0.5) * ratio / size
    boxes = np.c_[stones[:, 2] - 1, middles, across / size[0], across / size[1]] if len(stones) else np.zeros((0, 5))
    truth = {
        "size": scene.n,
        "corners": [[round(float(v), 2) for v in c] for c in corners],
        "board": ["".join(".XO"[v] for v in row) for row in scene.labels],
        "source": "rendered",
    }
    if covered:
        truth["hidden"] = covered
    if scene.neighbours:
        quads = [camera.project(outer(other.n, other.aspect) + offset) for other, offset in scene.neighbours]
        truth["neighbours"] = [[[round(float(v), 2) for v in (c + 0.5) * ratio - 0.5] for c in quad] for quad in quads]
    return picture_, truth, boxes


def one(job):
    out, seed, index = job
    name = os.path.join(out, f"render_{seed}-{index:05d}")
    if os.path.exists(name + ".json"):
        return
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, index])
    write(name, *render(Scene.random(rng), rng))


def write(name, picture, truth, boxes):
    """NAME.jpg, NAME.txt and, last, NAME.json."""
    cv2.imwrite(name + ".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 92])
    np.savetxt(name + ".txt", boxes, fmt=["%d"] + ["%.6f"] * 4)
    with open(name + ".json.part", "w") as f:
        json.dump({**truth, "image": os.path.basename(name) + ".jpg"}, f)
    os.replace(name + ".json.part", name + ".json")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    jobs = [(args.out, args.seed, i) for i in range(args.count)]
    with ProcessPoolExecutor(args.processes) as pool:
        list(pool.map(one, jobs, chunksize=8))


if __name__ == "__main__":
    main()
