"""Pictures of the cases that people report about programs of this kind: `cases.py --out DIR`."""

import argparse
import os

import cv2
import numpy as np

import odd
from raycast import Matter, unit
from render import Scene, render, write
from furnish import RIM, SHADE_PX


def shades(scene):
    return int((scene.n - 1 + 2 * RIM) * SHADE_PX * scene.aspect) + 1, int((scene.n - 1 + 2 * RIM) * SHADE_PX) + 1


def stones(scene, rng, share, black=0.5):
    """So many of the crossings hold a stone."""
    filled = rng.random((scene.n, scene.n)) < share
    scene.labels = np.where(filled, np.where(rng.random((scene.n, scene.n)) < black, 1, 2), 0).astype(np.uint8)


def lit_by(scene, colour):
    for lamp in scene.lamps:
        lamp.colour = np.float32(colour) * lamp.colour.mean()
    scene.room.up, scene.room.down = (np.float32(colour) * v.mean() for v in (scene.room.up, scene.room.down))


def mirrored(scene):
    """A lamp that mirrors in the middle of the board's lacquer."""
    middle = np.array([(scene.n - 1) / 2, (scene.n - 1) / 2 * scene.aspect, 0])
    ray = unit(middle - scene.camera.at)
    way = unit([ray[0], ray[1], -ray[2]])
    side = unit(np.cross(way, [0.1, 0.2, 1]))
    scene.room.windows = [(way, side, np.cross(way, side), np.float32([0.05, 0.05]), np.float32([6, 6, 5]))]
    scene.matter = Matter(0.12, 0.02)


def leaves(scene, rng):
    """Coins of sun."""
    h, w = shades(scene)
    for lamp in scene.lamps[:1]:
        m = np.full((h, w), 0.25, np.float32)
        for _ in range(60):
            cv2.circle(m, tuple(int(v) for v in rng.uniform(0, 1, 2) * [w, h]), int(rng.uniform(3, 14)), 1.0, -1, cv2.LINE_AA)
        lamp.curtain = cv2.GaussianBlur(m, (0, 0), 1.5)


def cases(rng):
    """Name and scene of each."""
    high, steep = np.radians(75), np.radians(50)
    scene = Scene.random(rng, 19, height=high, roll=0.02, lens=0.0)
    scene.strays, scene.rim = np.array([[-1, -1, 1], [19, -1, 2], [-1, 19, 2], [19, 19, 1.0]]), np.full(4, 1.6)
    yield "stones-outside-the-corners", scene
    for name, colour in (("green", (0.25, 1, 0.35)), ("violet", (0.8, 0.3, 1)), ("blue", (0.3, 0.45, 1))):
        scene = Scene.random(rng, 19, height=steep, roll=0.0)
        stones(scene, rng, 0.5)
        lit_by(scene, colour)
        yield f"{name}-light", scene
    scene = Scene.random(rng, 13, height=steep, roll=0.05)
    stones(scene, rng, 0.4, black=0.0)
    lit_by(scene, (1, 0.85, 0.6))
    yield "white-stones-in-warm-light", scene
    scene = Scene.random(rng, 19, height=steep, roll=0.0)
    mirrored(scene)
    stones(scene, rng, 0.25)
    yield "lamp-mirrored-in-the-lacquer", scene
    scene = Scene.random(rng, 19, height=high, roll=0.0)
    leaves(scene, rng)
    stones(scene, rng, 0.3)
    yield "coins-of-light", scene
    scene = Scene.random(rng, 19, height=steep, roll=0.0)
    scene.labels[:, :10], scene.radius = 1, 0.5
    yield "bank-of-touching-black-stones", scene
    scene = Scene.random(rng, 19, height=steep, roll=0.0)
    stones(scene, rng, 280 / 361)
    yield "stones-280", scene
    scene = Scene.random(rng, 19, height=steep, roll=0.0)
    stones(scene, rng, 3 / 361)
    yield "nearly-empty", scene
    scene = Scene.random(rng, 19, height=np.radians(24), roll=0.0)
    stones(scene, rng, 0.5)
    yield "low-camera", scene
    for name, lens in (("barrel", 0.12), ("pincushion", -0.09)):
        scene = Scene.random(rng, 19, height=high, roll=0.0, lens=lens)
        stones(scene, rng, 0.5)
        yield name, scene
    scene = Scene.random(rng, 9, height=steep, roll=0.0)
    stones(scene, rng, 0.5)
    yield "nine-lines", scene
    yield "turned-by-45-degrees", Scene.random(rng, 19, height=np.radians(85), roll=np.pi / 4)
    scene = Scene.random(rng, 19, height=steep, roll=0.0)
    scene.hand = True
    yield "sleeve-over-the-edge", scene


def odd_scenes(rng):
    """Name and scene of each."""
    high, steep = np.radians(75), np.radians(50)

    def filled(n, share, **view):
        scene = Scene.random(rng, n, **{"height": steep, "roll": 0.0, **view})
        scene.hand, scene.clutter, scene.thick = False, 0, 0.3
        stones(scene, rng, share)
        return scene

    scene = filled(19, 0.4)
    odd.cat(scene, rng)
    yield "cat", scene
    scene = filled(9, 0.3)
    odd.bowl(scene)
    yield "dark-bowl-at-the-corner", scene
    scene = filled(19, 0.35, height=high)
    odd.aimed(scene, 4, 4, 2.4)
    yield "corner-of-nineteen-lines", scene
    scene, other = filled(19, 0.45), filled(13, 0.3)
    while not odd.beside(scene, other, rng):
        scene, other = filled(19, 0.45), filled(13, 0.3)
    yield "two-boards", scene


def odd_pictures(rng):
    """Name, picture, truth and boxes of each."""

    def rendered(n, share):
        scene = Scene.random(rng, n, height=np.radians(65), roll=0.0)
        scene.hand, scene.clutter, scene.thick, scene.rim = False, 0, 0.02, np.full(4, 0.9)
        stones(scene, rng, share)
        return scene, render(scene, rng)

    scene, (picture, truth, boxes) = rendered(9, 0.4)
    yield "dark-frame", odd.framed(scene, picture), truth, boxes
    scene, (picture, truth, boxes) = rendered(19, 0.4)
    yield "numbered-and-marked-stones", odd.marked(scene, picture, rng), truth, boxes
    none = np.zeros((0, 5))
    scene, (picture, truth, _) = rendered(19, 0.4)
    yield "curved-vinyl", odd.curved(picture, truth, 0.7), truth, none
    scene, (picture, truth, _) = rendered(13, 0.4)
    yield "folded-cloth", odd.folded(picture, truth, 0.4), truth, none
    stones(scene, rng, 0.45)
    yield "screen", *odd.on_a_screen(scene.labels, rng), none


def sides(rng):
    """Name and scene of one board from three sides of the table; a lamp mirrors in its lacquer, each time
    elsewhere, and over one edge reaches a hand."""
    scene = Scene.random(rng, 13, height=np.radians(50), roll=0.0)
    scene.clutter, scene.thick = 0, 0.3
    stones(scene, rng, 0.45)
    for name in ("a", "b", "c"):
        scene.camera = Scene.random(rng, 13, height=np.radians(50), roll=0.0).camera
        mirrored(scene)
        scene.hand = name == "b"
        yield name, scene


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    rng = np.random.default_rng(args.seed)
    for name, scene in cases(rng):
        scene.hand &= name.startswith("sleeve")
        write(os.path.join(args.out, name), *render(scene, rng))
    rng = np.random.default_rng(args.seed)
    for name, scene in odd_scenes(rng):
        picture, truth, boxes = render(scene, rng)
        if name.startswith("corner"):
            truth = {"size": scene.n, "cut": True}
        write(os.path.join(args.out, name), picture, truth, boxes)
    for name, *made in odd_pictures(rng):
        write(os.path.join(args.out, name), *made)
    several = os.path.join(args.out, "several")
    os.makedirs(several, exist_ok=True)
    for name, scene in sides(np.random.default_rng(args.seed)):
        # The same stones and wood each time.
        write(os.path.join(several, name), *render(scene, np.random.default_rng(args.seed)))


if __name__ == "__main__":
    main()
