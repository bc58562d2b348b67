"""A small ray caster: a camera, the light of a room, and what rays meet first. Lengths are cells of the
board's first axis; x and y lie along the board, z points up."""

from dataclasses import dataclass

import cv2
import numpy as np

GROUND, BOARD, STONE, CLUTTER = range(4)


def unit(v):
    v = np.asarray(v, np.float32)
    return v / np.linalg.norm(v)


def about(way, angle):
    """Rotation [3, 3] about the unit vector `way`."""
    return cv2.Rodrigues(np.float64(way) * angle)[0]


def tint(rng, spread):
    return np.exp(rng.normal(0, spread, 3)).astype(np.float32)


@dataclass
class Camera:
    at: np.ndarray  # [3]
    turn: np.ndarray  # [3, 3] rows: right, down, forward
    focal: float  # pixels
    size: tuple  # (width, height)
    lens: float  # radial distortion: a ray leaves at x (1 + lens r^2)

    def rays(self):
        """[h, w, 3] unit vectors."""
        w, h = self.size
        x, y = np.meshgrid((np.arange(w, dtype=np.float32) - (w - 1) / 2) / self.focal, (np.arange(h, dtype=np.float32) - (h - 1) / 2) / self.focal)
        bend = 1 + self.lens * (x * x + y * y)
        d = np.stack([x * bend, y * bend, np.ones_like(x)], -1) @ self.turn.astype(np.float32)
        return d / np.linalg.norm(d, axis=-1, keepdims=True)

    def project(self, points):
        """Pixels [..., 2] of points [..., 3]."""
        p = (np.asarray(points, np.float64) - self.at) @ self.turn.T
        ray = p[..., :2] / p[..., 2:]
        xy = ray.copy()
        for _ in range(8):
            xy = ray / (1 + self.lens * (xy**2).sum(-1, keepdims=True))
        w, h = self.size
        return xy * self.focal + [(w - 1) / 2, (h - 1) / 2]


@dataclass
class Lamp:
    way: np.ndarray  # [3] unit, towards the lamp
    colour: np.ndarray  # [3]
    soft: float  # blur of its shadows, cells a cell of height
    curtain: np.ndarray | None = None  # [h, w] what reaches the stones, 0..1
    shade: np.ndarray | None = None  # [h, w] what reaches the board's plane, 0..1


class Room:
    """Light that comes from everywhere: a tint above, a darker one below, and windows and lamps that
    mirror in what shines."""

    def __init__(self, rng):
        self.up = np.float32(rng.uniform(0.15, 0.6)) * tint(rng, 0.07)
        self.down = self.up * np.float32(rng.uniform(0.3, 0.8))
        self.windows = []
        for _ in range(int(rng.choice([0, 1, 2, 4]))):
            azimuth, height = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 1.5)
            way = unit([np.cos(azimuth) * np.cos(height), np.sin(azimuth) * np.cos(height), np.sin(height)])
            side = unit(np.cross(way, [0.1, 0.2, 1]))
            self.windows.append((way, side, np.cross(way, side), rng.uniform(0.04, 0.3, 2).astype(np.float32), np.float32(rng.uniform(1, 6)) * tint(rng, 0.12)))

    def __call__(self, way, rough):
        """What is seen in directions [..., 3]; mirrors blur it by `rough`."""
        t = np.clip(way[..., 2:] * 0.5 + 0.5, 0, 1)
        out = self.down * (1 - t) + self.up * t
        for w, side, upright, size, colour in self.windows:
            ahead = (way @ w) > 0
            a, b = np.abs(way @ side) / size[0], np.abs(way @ upright) / size[1]
            soft = 0.08 + rough * 6
            inside = 1 / (1 + np.exp(np.clip((np.maximum(a, b) - 1) / soft, -30, 30)))
            out = out + (inside * ahead / (1 + rough * 8))[..., None] * colour
        return out


@dataclass
class Matter:
    shine: float  # share mirrored straight on
    rough: float


def lit(albedo, normal, ray, matter, room, lamps, reach):
    """Light [..., 3] that comes back along `ray`; `reach` what of each lamp's arrives [lamp][...]."""
    ambient = room.down + (room.up - room.down) * (normal[..., 2:] * 0.5 + 0.5)
    light = ambient
    mirrored = ray - 2 * (ray * normal).sum(-1, keepdims=True) * normal
    gleam = 0
    for lamp, r in zip(lamps, reach):
        light = light + lamp.colour * (np.clip(normal @ lamp.way, 0, 1) * r)[..., None]
        spread = 60 / (1 + 60 * matter.rough)
        gleam = gleam + lamp.colour * (np.clip(mirrored @ lamp.way, 0, 1) ** spread * r)[..., None] * 2
    facing = np.clip(-(ray * normal).sum(-1, keepdims=True), 0, 1)
    fresnel = matter.shine + (min(1, 6 * matter.shine) - matter.shine) * (1 - facing) ** 5
    return albedo * light + fresnel * (room(mirrored, matter.rough) + gleam)


class Picture:
    def __init__(self, camera):
        self.camera = camera
        self.rays = camera.rays()
        h, w = self.rays.shape[:2]
        self.colour = np.zeros((h, w, 3), np.float32)
        self.depth = np.full((h, w), np.inf, np.float32)
        self.what = np.full((h, w), -1, np.int8)

    def window(self, centre, radius):
        """The slices that a ball covers."""
        forward = (centre - self.camera.at) @ self.camera.turn[2]
        if forward < radius * 1.5:
            return None
        r = radius * self.camera.focal / (forward - radius) * 1.3 + 2
        x, y = self.camera.project(centre)
        h, w = self.depth.shape
        box = np.clip([x - r, x + r + 1], 0, w).astype(int), np.clip([y - r, y + r + 1], 0, h).astype(int)
        return None if box[0][0] >= box[0][1] or box[1][0] >= box[1][1] else (slice(*box[1]), slice(*box[0]))

    def put(self, where, colour, depth, hit, what):
        hit = hit & (depth < self.depth[where])
        self.colour[where][hit] = colour[hit]
        self.depth[where][hit] = depth[hit]
        self.what[where][hit] = what

    def ellipsoid(self, centre, axes, radii):
        """(where, depth, hit, normal, local point) of an ellipsoid with unit `axes` [3, 3] (rows)."""
        where = self.window(centre, max(radii))
        if where is None:
            return None
        scale = (axes / np.array(radii)[:, None]).T.astype(np.float32)
        d = self.rays[where] @ scale
        o = ((self.camera.at - centre) @ scale).astype(np.float32)
        a, b, c = (d * d).sum(-1), d @ o, o @ o - 1
        root = b * b - a * c
        hit = root > 0
        depth = (-b - np.sqrt(np.maximum(root, 0))) / a
        local = o + depth[..., None] * d
        normal = local @ (axes / np.array(radii)[:, None]).astype(np.float32)
        normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-6)
        return where, depth, hit, normal, local


def sampled(texture, u, v, border=cv2.BORDER_REFLECT):
    return cv2.remap(texture, u.astype(np.float32), v.astype(np.float32), cv2.INTER_LINEAR, borderMode=border)
