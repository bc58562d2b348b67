"""Videos of boards on which nobody plays: `idle.py --games DIR --out DIR --count N --minutes M`.

The first moves of a game are on the board from the start, and nothing more is played, whatever passes
over it or stays there: hands that rest, arms in plain and patterned sleeves, heads, shadows, bowls and
papers, hands that hold a stone, stones lifted and put back, jumps of the light, bumps. Each NAME.mp4
gets NAME.sgf, a setup without a move; `shuzi eval` counts what was recorded as false.
"""

import argparse
import glob
import os
from concurrent.futures import ProcessPoolExecutor

import cv2
import numpy as np

from film import BLACK, WHITE, Film, Hand
from games import FPS, made_up, place, read_game

# Things over the board


def cloth(rng, size):
    """Stripes, checks, dots or wool."""
    w, h = size
    x, y = np.meshgrid(np.arange(w), np.arange(h))
    one, two = rng.uniform(0.02, 0.9, (2, 3))
    step, turn = rng.uniform(0.02, 0.08) * w, rng.uniform(0, np.pi)
    u, v = (x * np.cos(turn) + y * np.sin(turn)) / step, (y * np.cos(turn) - x * np.sin(turn)) / step
    kind = rng.integers(4)
    if kind == 0:
        share = (u % 1 < 0.5) * 1.0
    elif kind == 1:
        share = (u % 1 < 0.5) * 0.5 + (v % 1 < 0.5) * 0.5
    elif kind == 2:
        share = (np.hypot(u % 1 - 0.5, v % 1 - 0.5) < 0.35) * 1.0
    else:
        share = cv2.GaussianBlur(rng.normal(0.5, 1.0, (h, w)), (0, 0), 2)
    return np.float32(one + (two - one) * share[..., None])


def lay(picture, mask, colour, lamp):
    """Something with its shadow."""
    shadow = cv2.GaussianBlur(np.roll(mask, tuple(np.int32(lamp[::-1])), (0, 1)), (0, 0), 0.015 * picture.shape[1])
    picture *= (1 - 0.4 * shadow)[..., None]
    picture += mask[..., None] * (np.float32(colour) - picture)


def blob(size, at, radii, angle=0):
    mask = np.zeros(size[::-1], np.float32)
    cv2.ellipse(mask, (tuple(map(float, at)), tuple(2 * float(r) for r in radii), float(angle)), 1.0, -1, cv2.LINE_AA)
    return mask


def head(rng, size):
    """A head that bends over the board from its near or far side."""
    radius, hair, skin = rng.uniform(0.12, 0.2) * size[0], rng.uniform(0.02, 0.4, 3), np.array([0.45, 0.55, 0.75]) * rng.uniform(0.5, 1.1)
    side, along = rng.choice([-1, 1]), rng.uniform(0.2, 0.8) * size[0]
    texture = 1 + 0.2 * cv2.GaussianBlur(rng.normal(0, 1, size[::-1]), (0, 0), 1.5)[..., None]

    def over(picture, inside):
        near = size[1] / 2 + side * (size[1] / 2 + radius * (1 - 1.6 * inside))
        lay(picture, blob(size, (along, near), (radius, 1.2 * radius)), hair * texture, (0, 0))
        lay(picture, blob(size, (along, near - side * 0.9 * radius), (0.5 * radius, 0.35 * radius)), skin, (0, 0))

    return over


def arm(rng, size, film):
    """A hand with its arm that reaches in from anywhere, and rests there."""
    hand = Hand(rng, size)
    hand.cloth = cloth(rng, size) if rng.random() < 0.6 else None
    turn = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(turn), np.sin(turn)])
    goal = film.place(*rng.integers(0, film.flat.lines, 2))
    held = rng.choice([0, BLACK, WHITE])
    radius = film.flat.radius * 0.9 * size[1] / (film.flat.lines + 1)

    def over(picture, inside):
        tip = goal + way * (1 - inside) * size[0]
        hand.over(picture, tip, way)
        if held:  # between the finger tips
            body = (0.13, 0.12, 0.12) if held == BLACK else (0.86, 0.9, 0.91)
            lay(picture, blob(size, tip, (radius, radius)), body, (2, 2))

    return over


def shadow(rng, size):
    """The shadow of somebody who stands by."""
    at, radii, depth = rng.uniform(0.1, 0.9, 2) * size, rng.uniform(0.1, 0.5, 2) * size[0], rng.uniform(0.2, 0.6)
    soft, turn, far = rng.uniform(0.005, 0.05) * size[0], rng.uniform(0, 180), rng.normal(0, 1, 2) * size

    def over(picture, inside):
        mask = cv2.GaussianBlur(blob(size, at + far * (1 - inside), radii, turn), (0, 0), soft)
        picture *= (1 - depth * mask)[..., None]

    return over


def thing(rng, size):
    """A bowl with stones, or a sheet of paper, over the edge of the board."""
    side, along, radius = rng.choice([-1, 1]), rng.uniform(0.15, 0.85) * size[1], rng.uniform(0.06, 0.1) * size[0]
    reach, white = rng.uniform(0.3, 0.42) * size[0], rng.random() < 0.5
    spots = rng.uniform(-0.7, 0.7, (40, 2)) * radius
    angle = rng.uniform(0, 90)

    def over(picture, inside):
        at = np.array([size[0] / 2 + side * (reach + size[0] * (1 - inside)), along])
        if white:
            box = cv2.boxPoints(((float(at[0]), float(at[1])), (2.2 * radius, 3 * radius), float(angle)))
            mask = np.zeros(size[::-1], np.float32)
            cv2.fillPoly(mask, [np.int32(box * 16)], 1.0, cv2.LINE_AA, 4)
            return lay(picture, mask, (0.85, 0.88, 0.9), (3, 3))
        lay(picture, blob(size, at, (radius, radius)), (0.1, 0.16, 0.25), (4, 4))
        for spot in spots:
            lay(picture, blob(size, at + spot, (0.2 * radius, 0.2 * radius)), (0.13, 0.12, 0.12), (1, 1))

    return over


# Films


def stay(film, over, frames, rng, steps=3):
    """Something comes, stays with small movements, and goes."""
    for step in range(1, steps + 1):
        film.shoot(cover=lambda picture: over(picture, step / (steps + 1)))
    inside = 1.0
    for _ in range(frames):
        inside = np.clip(inside + rng.normal(0, 0.004) if rng.random() < 0.3 else inside, 0.93, 1.0)
        film.shoot(cover=lambda picture: over(picture, inside))
    for step in range(steps, 0, -1):
        film.shoot(cover=lambda picture: over(picture, step / (steps + 1)))


def adjust(film, rng):
    """A stone is lifted and put back, a little elsewhere."""
    if not film.flat.stones:
        return film.pause()
    c, r = list(film.flat.stones)[rng.integers(len(film.flat.stones))]
    colour = film.flat.stones[c, r][0]
    film.reach(colour, (c, r), lambda: film.flat.lift(c, r), rest=int(rng.integers(0, 4)))
    film.pause(0, 8)
    film.reach(colour, (c, r), lambda: film.flat.put(c, r, colour), rest=int(rng.integers(0, 4)))


def happen(film, rng):
    """Anything but a move."""
    size, long = film.size, int(rng.choice([2, 8, 30, 120]) * FPS * rng.uniform(0.7, 1.3))
    kind = rng.choice(["arm", "two", "head", "shadow", "thing", "adjust", "hand", "light", "bump"], p=[0.25, 0.1, 0.12, 0.13, 0.08, 0.12, 0.1, 0.06, 0.04])
    if kind in ("arm", "head", "shadow", "thing"):
        over = {"arm": lambda: arm(rng, size, film), "head": lambda: head(rng, size), "shadow": lambda: shadow(rng, size), "thing": lambda: thing(rng, size)}[kind]()
        stay(film, over, long, rng)
    elif kind == "two":
        parts = arm(rng, size, film), arm(rng, size, film), shadow(rng, size)
        stay(film, lambda picture, inside: [part(picture, inside) for part in parts], long, rng)
    elif kind == "hand":
        film.reach(int(rng.integers(1, 3)), rng.integers(0, film.flat.lines, 2), lambda: None, rest=long)
    elif kind == "adjust":
        adjust(film, rng)
    elif kind == "light":
        film.light *= rng.choice([0.75, 1.3])
        film.balance = film.balance * np.exp(rng.normal(0, 0.08, 3))
    else:
        film.bump()
    film.pause(0, 12)


def write_setup(path, lines, board):
    def points(colour):
        return "".join(f"[{chr(97 + c)}{chr(97 + r)}]" for r in range(lines) for c in range(lines) if board[r, c] == colour)

    stones = "".join(name + points(colour) for name, colour in (("AB", BLACK), ("AW", WHITE)) if points(colour))
    with open(path, "w") as f:
        f.write(f"(;FF[4]GM[1]SZ[{lines}]{stones})\n")


def one(job):
    out, name, lines, moves, seed, size, minutes = job
    if os.path.exists(f"{out}/{name}.sgf"):
        return
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, len(moves), lines])
    video = cv2.VideoWriter(f"{out}/{name}.mp4", cv2.VideoWriter_fourcc(*"mp4v"), FPS, size)
    film, board = Film(rng, lines, size, video.write), np.zeros((lines, lines), int)
    for colour, c, r in moves:
        place(board, colour, c, r)
    for r, c in np.argwhere(board):
        film.flat.put(c, r, board[r, c])
    film.pause(12, 16)
    while film.count < minutes * 60 * FPS:
        happen(film, rng)
    film.pause(60, 60)
    video.release()
    write_setup(f"{out}/{name}.sgf", lines, board)
    print(f"{name}: {film.count} frames", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", required=True, help="a folder with SGF files")
    parser.add_argument("--out", required=True)
    parser.add_argument("--count", type=int, default=6)
    parser.add_argument("--minutes", type=float, default=5, help="of each video, at the least")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--size", default="640x480")
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    games = filter(None, map(read_game, sorted(glob.glob(args.games + "/**/*.sgf", recursive=True))))
    games = [moves for lines, moves in games if lines == 19]
    size, jobs = tuple(int(v) for v in args.size.split("x")), []
    for k in range(args.count):
        lines = (19, 19, 13, 19, 9)[k % 5]
        moves = games[k % len(games)] if lines == 19 else made_up(np.random.default_rng([args.seed, k]), lines)
        some = len(moves) * (0, 0.3, 0.5, 0.7)[k % 4]
        jobs.append((args.out, f"idle-{k:02d}", lines, moves[: int(some)], args.seed, size, args.minutes))
    with ProcessPoolExecutor(args.processes) as pool:
        list(pool.map(one, jobs))


if __name__ == "__main__":
    main()
