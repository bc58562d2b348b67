"""What stands in the room: the table, the board, its stones, their shadows, bowls, captives, hands."""

import cv2
import numpy as np

import scenes
from raycast import BOARD, CLUTTER, GROUND, STONE, Matter, lit, sampled, unit
from surfaces import TEXTURE_PX, board_texture, muted, wood

SHADE_PX = 16  # of the light on the board, a cell
RIM = 2.5  # cells round the outer lines that the light's map covers


def blobs(stones, aspect, radius, height, lamp, shape):
    """What of a lamp's light the stones let through to the board's plane [h, w]."""
    dark = np.zeros(shape, np.uint8)
    px = np.array([SHADE_PX, SHADE_PX * aspect])
    way = lamp.way[:2] / max(lamp.way[2], 0.15)
    for x, y, _ in stones:
        for z in (0.3, 0.7):
            c = (np.array([x + RIM, y + RIM]) * px - way * z * height * SHADE_PX) * 16
            cv2.circle(dark, tuple(int(v) for v in c), int(radius * SHADE_PX * 16 * (0.98 if z < 0.5 else 0.75)), 255, -1, cv2.LINE_AA, 4)
    return 1 - cv2.GaussianBlur(dark, (0, 0), 0.4 + lamp.soft * height * SHADE_PX).astype(np.float32) / 255


def curtain(rng, shape):
    """Bars of a window, leaves, heads and hands between lamp and board, [h, w] 0..1."""
    m = np.zeros(shape, np.float32)
    h, w = shape
    for _ in range(int(rng.choice([0, 1, 2, 4], p=[0.5, 0.25, 0.15, 0.1]))):
        if rng.random() < 0.6:
            cv2.fillPoly(m, [(rng.uniform(-0.3, 1.3, (4, 2)) * [w, h]).astype(np.int32)], 1.0, cv2.LINE_AA)
        else:
            cv2.ellipse(m, tuple(int(v) for v in rng.uniform(0, 1, 2) * [w, h]), tuple(int(v) + 1 for v in rng.uniform(0.02, 0.4, 2) * w), rng.uniform(0, 180), 0, 360, 1.0, -1, cv2.LINE_AA)
    m = cv2.GaussianBlur(m, (0, 0), rng.uniform(0.5, 0.03 * w))
    return 1 - m if rng.random() < 0.75 else m * 0.8 + 0.2 * (m.max() == 0)


def ground(picture, rng, scene, lo, hi):
    """The table, and what is behind it, at half the resolution."""
    room, lamps, thick = scene.room, scene.lamps, scene.thick
    eye, rays = picture.camera.at.astype(np.float32), picture.rays[::2, ::2]
    wall = room.up * rng.uniform(0.2, 1.2, 3)
    colour = wall * (0.8 + 0.2 * rays[..., 2:])
    depth = np.float32(-thick - eye[2]) / np.minimum(rays[..., 2], np.float32(-1e-3))
    hit = depth < 400
    p = eye + np.where(hit, depth, np.float32(0))[..., None] * rays
    cloth = muted(rng, scenes.texture(rng).astype(np.float32) / 255) if rng.random() < 0.6 else wood(rng, 512, 512).clip(0, 1).astype(np.float32)
    zoom = cloth.shape[0] / rng.uniform(8, 60)
    albedo = sampled(cloth, p[..., 0] * zoom % (2 * cloth.shape[1]), p[..., 1] * zoom % (2 * cloth.shape[0]))
    if rng.random() < 0.3:  # the table ends
        edge = unit(rng.normal(0, 1, 2))
        beyond = p[..., :2] @ edge > (hi[:2] + lo[:2]) @ edge / 2 + rng.uniform(0.75, 1.6) * (hi[0] - lo[0])
        floor = sampled(muted(rng, scenes.texture(rng).astype(np.float32) / 255), p[..., 0] * 5 % 512, p[..., 1] * 5 % 512)
        albedo[beyond] = floor[beyond]
    reach = []
    for lamp in lamps:  # the board's own shadow
        way = lamp.way[:2] / max(lamp.way[2], 0.15) * thick / 2
        inside = ((p[..., :2] + way > lo[:2]) & (p[..., :2] + way < hi[:2])).all(-1)
        reach.append(np.where(inside, 0.15, 1.0).astype(np.float32))
    normal = np.broadcast_to(np.float32([0, 0, 1]), rays.shape)
    matter = Matter(rng.choice([0.0, 0.03, 0.1]), rng.uniform(0.1, 0.6))
    colour = np.where(hit[..., None], lit(albedo, normal, rays, matter, room, lamps, reach), colour)
    h, w = picture.depth.shape
    picture.colour[:] = cv2.resize(colour.astype(np.float32), (w, h))
    picture.what[:] = GROUND


def slab(picture, rng, scene, lo, hi):
    """The board with its sides."""
    aspect, rim, lamps = scene.aspect, scene.rim, scene.lamps
    cam = picture.camera
    box = cam.project(np.array([[x, y, z] for x in (lo[0], hi[0]) for y in (lo[1], hi[1]) for z in (lo[2], hi[2])]))
    first, last = np.clip([box.min(0) - 3, box.max(0) + 4], 0, cam.size).astype(int)
    where = slice(first[1], last[1]), slice(first[0], last[0])
    rays, eye, lo, hi = picture.rays[where], cam.at.astype(np.float32), lo.astype(np.float32), hi.astype(np.float32)
    inverse = 1 / np.where(np.abs(rays) < 1e-6, 1e-6, rays)
    a, b = (lo - eye) * inverse, (hi - eye) * inverse
    enter, leave = np.minimum(a, b), np.maximum(a, b)
    depth = enter.max(-1)
    hit = (depth < leave.min(-1)) & (depth > 0)
    top = enter.argmax(-1) == 2
    p = eye + np.where(hit, depth, 0)[..., None] * rays
    texture = board_texture(rng, scene.n, aspect, rim)
    albedo = sampled(texture, (p[..., 0] + rim[0]) * TEXTURE_PX, (p[..., 1] / aspect + rim[1]) * TEXTURE_PX * aspect)
    side = texture.reshape(-1, 3).mean(0) * np.float32(rng.uniform(0.5, 1.1))
    if rng.random() < 0.6:  # grain, and the saw's lines
        grain = wood(rng, 512, 512).astype(np.float32)
        zoom = rng.uniform(20, 60)
        along = np.where(enter.argmax(-1) == 0, p[..., 1], p[..., 0])
        grain = sampled(grain / grain.mean(), (along - lo.min()) * zoom, -p[..., 2] * zoom, cv2.BORDER_WRAP)
        side = side * grain ** np.float32(rng.uniform(0.5, 2))
    albedo = np.where(top[..., None], albedo, side)
    normal = np.zeros(rays.shape, np.float32)
    axis = enter.argmax(-1)
    np.put_along_axis(normal, axis[..., None], -np.sign(np.take_along_axis(rays, axis[..., None], -1)), -1)
    u, v = (p[..., 0] + RIM) * SHADE_PX, (p[..., 1] / aspect + RIM) * SHADE_PX * aspect
    reach = [np.where(top, sampled(lamp.shade, u, v, cv2.BORDER_REPLICATE), 0.8) for lamp in lamps]
    picture.put(where, lit(albedo, normal, rays, scene.matter, scene.room, lamps, reach), depth.astype(np.float32), hit, BOARD)


def put_stones(picture, rng, scene, stones, base):
    """Stones [m, 3] (column, row, colour) that lie `base` high."""
    aspect, radius, tall = scene.aspect, scene.radius, scene.tall
    flat = rng.random() < 0.3  # flat below: the widest part lies low
    black = rng.uniform(0.01, 0.07) * np.exp(rng.normal(0, 0.1, 3))
    white = rng.uniform(0.55, 0.95) * np.exp(rng.normal(0, 0.04, 3)) * np.array([1, 1, rng.choice([1, 0.85])])
    matters = [Matter(rng.choice([0.01, 0.04, 0.1]), rng.choice([0.02, 0.15, 0.5])) for _ in range(2)]
    shell = rng.uniform(0, 0.1) * (rng.random() < 0.4)
    for x, y, colour in stones:
        centre = np.array([x, y * aspect, base + (0.25 * tall if flat else tall)])
        height = 1.75 * tall if flat else tall
        tilt = rng.normal(0, 0.03, 2)
        up = unit([tilt[0], tilt[1], 1])
        axis = unit(np.cross(up, [0.3, 1, 0.2]))
        axes = np.stack([axis, np.cross(up, axis), up])
        found = picture.ellipsoid(centre, axes, (radius, radius, height))
        if found is None:
            continue
        where, depth, hit, normal, local = found
        if flat:
            hit = hit & (local[..., 2] > -0.15)
        albedo = (black if colour == 1 else white) * np.exp(rng.normal(0, 0.05))
        albedo = np.broadcast_to(albedo, normal.shape)
        if colour == 2 and shell:
            turn = rng.uniform(0, np.pi)
            albedo = albedo * (1 - shell * (0.5 + 0.5 * np.sin((local[..., :1] * np.cos(turn) + local[..., 1:2] * np.sin(turn)) * 22)))
        px = [(x + RIM) * SHADE_PX, (y + RIM) * SHADE_PX * aspect]
        reach = []
        for lamp in scene.lamps:
            r, c = np.clip([int(px[1]), int(px[0])], 0, np.array(lamp.curtain.shape) - 1)
            reach.append(np.full(depth.shape, lamp.curtain[r, c], np.float32))
        shade = lit(albedo, normal, picture.rays[where], matters[int(colour) - 1], scene.room, scene.lamps, reach)
        # Near the board and among others less light comes in.
        shade = shade * (0.75 + 0.25 * np.clip(local[..., 2:] + 1, 0, 1))
        picture.put(where, shade, depth, hit, STONE)


def clutter(picture, rng, scene, lo, hi):
    """Bowls, their lids, single stones, boxes and papers on the table and at the board's rim."""
    thick, aspect, radius = scene.thick, scene.aspect, scene.radius
    middle, half = (lo + hi)[:2] / 2, (hi - lo)[:2] / 2
    for _ in range(scene.clutter):
        side = rng.choice(4)
        along = rng.uniform(-1.2, 1.2)
        off = 1 + rng.uniform(0.12, 0.9)
        at = middle + half * np.array([[along, -off], [off, along], [along, off], [-off, along]][side])
        kind = rng.random()
        own = muted(rng, rng.uniform(0.03, 0.9, 3)) if rng.random() < 0.5 else np.array([0.35, 0.2, 0.1]) * rng.uniform(0.3, 1.5)
        if kind < 0.45:  # a bowl, full or empty
            size = rng.uniform(1.8, 3.0)
            ball(picture, scene, np.array([*at, -thick + size * 0.5]), (size, size, size * 0.75), own, cut=0.35)
            colour = int(rng.integers(1, 3))
            heap = rng.uniform(0, size * 0.55, int(rng.integers(5, 30)))
            turn = rng.uniform(0, 2 * np.pi, len(heap))
            some = np.c_[at[0] + heap * np.cos(turn), (at[1] + heap * np.sin(turn)) / aspect, np.full(len(heap), colour)]
            put_stones(picture, rng, scene, some, -thick + size * 0.65)
        elif kind < 0.7:  # captives, stones lying about
            m = int(rng.integers(1, 9))
            spots = at + rng.normal(0, 1.2, (m, 2))
            out = ((spots < lo[:2] - radius) | (spots > hi[:2] + radius)).any(1)
            spots = spots[out]
            some = np.c_[spots[:, 0], spots[:, 1] / aspect, np.full(len(spots), int(rng.integers(1, 3)))]
            put_stones(picture, rng, scene, some, -thick)
        else:  # a clock, a box, a cup, a head
            size = rng.uniform(0.6, 2.5, 3)
            ball(picture, scene, np.array([*at, -thick]), size * [1.5, 1, 1], own, cut=1)


def ball(picture, scene, centre, radii, colour, cut):
    """An ellipsoid of which nothing above `cut` (of its half height) is left."""
    turn = np.random.default_rng(int(abs(centre[0]) * 1e6)).uniform(0, np.pi)
    axes = np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1.0]])
    found = picture.ellipsoid(centre, axes, radii)
    if found is None:
        return
    where, depth, hit, normal, local = found
    hit = hit & (depth > 0)
    inner = local[..., 2] > cut
    albedo = np.where(inner[..., None], colour * 0.25, colour)
    reach = [np.ones(depth.shape, np.float32) for _ in scene.lamps]
    shade = lit(albedo, normal, picture.rays[where], Matter(0.04, 0.2), scene.room, scene.lamps, reach)
    picture.put(where, shade, depth, hit, CLUTTER)


def reach_in(picture, rng, scene, lo, hi):
    """A hand and its sleeve over an edge of the board."""
    middle, half = (lo + hi)[:2] / 2, (hi - lo)[:2] / 2
    side, along = rng.choice(4), rng.uniform(-0.9, 0.9)
    edge = np.array([[along, -1], [1, along], [along, 1], [-1, along]][side])
    start, tip = middle + half * edge * 1.5, middle + half * edge * rng.uniform(0.45, 1.05)
    skin = np.array([0.75, 0.5, 0.38]) * rng.uniform(0.3, 1.1)
    sleeve = rng.uniform(0.02, 0.9, 3)
    for t in np.linspace(0, 1, 14):
        at = start + (tip - start) * t
        ball(picture, scene, np.array([*at, 2.2 - 1.2 * t]), (1.6 - 0.4 * t,) * 3, skin if t > 0.5 else sleeve, cut=9)
    for finger in rng.normal(0, 0.9, (4, 2)):
        for t in np.linspace(0, 1, 9):
            at = tip + (finger + unit(tip - start) * 2.2) * t
            ball(picture, scene, np.array([*at, 1.0 - 0.4 * t]), (0.45,) * 3, skin, cut=9)
