"""Videos of games with known moves: `games.py --games DIR --out DIR --count N [--frames]`.

Each NAME.mp4 (with --frames a folder NAME of WebP files) gets NAME.sgf with the moves that it shows.
A hand with its sleeve and shadow brings every stone; captured stones are lifted one by one; there are
several moves under one hand, moves taken back, hands that rest, a bump of the camera, shake, exposure
and white balance that drift and jump, and glare that walks over the board. The board is flat: what a
low camera does to stones is in the photos of `render.py`.
"""

import argparse
import glob
import os
import re
from concurrent.futures import ProcessPoolExecutor

import cv2
import numpy as np

from film import BLACK, WHITE, Film

FPS = 4


# Games


def read_game(path):
    """(lines, [(colour, column, row)]) of the main line of a plain even game, or None."""
    with open(path, "rb") as f:
        text = f.read().decode("utf-8", "ignore")
    size = re.search(r"SZ\[(\d+)\]", text)
    lines = int(size.group(1)) if size else 19
    if lines > 19 or re.search(r"(?<![A-Z])A[BW]\[|HA\[[1-9]", text):
        return None
    moves = re.findall(r";\s*([BW])\[([a-s]{2})?\]", text.split("(;", 2)[1] if "(;" in text else text)
    board, ko, played = np.zeros((lines, lines), int), None, []
    for side, at in moves:
        if not at:
            break
        colour, c, r = (BLACK if side == "B" else WHITE), ord(at[0]) - 97, ord(at[1]) - 97
        if len(played) and played[-1][0] == colour or c >= lines or r >= lines or board[r, c] or (c, r) == ko:
            break
        taken = place(board, colour, c, r)
        if taken is None:
            break
        ko = taken[0] if len(taken) == 1 else None
        played.append((colour, c, r))
    return (lines, played) if len(played) >= 10 and played[0][0] == BLACK else None


def made_up(rng, lines):
    """A game of chance where none is at hand: mostly near the last stones, no own eyes filled."""
    board, ko, played = np.zeros((lines, lines), int), None, []
    while len(played) < 0.8 * lines**2:
        colour = BLACK if len(played) % 2 == 0 else WHITE
        free = [(c, r) for c in range(lines) for r in range(lines) if not board[r, c] and (c, r) != ko and not own_eye(board, colour, c, r)]
        near = np.array([sum(0.5 ** max(abs(c - x), abs(r - y)) for _, x, y in played[-4:]) + 0.02 for c, r in free])
        for k in rng.choice(len(free), min(len(free), 10), False, near / near.sum()) if free else []:
            taken = place(board, colour, *free[k])
            if taken is not None:
                ko = taken[0] if len(taken) == 1 else None
                played.append((colour, *free[k]))
                break
        else:
            break
    return played


def own_eye(board, colour, c, r):
    around = [(c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1)]
    return all(board[v, u] == colour for u, v in around if 0 <= u < len(board) and 0 <= v < len(board))


def chain(board, c, r):
    """(stones, whether it has a liberty)."""
    colour, stones, due, free = board[r, c], {(c, r)}, [(c, r)], False
    while due:
        x, y = due.pop()
        for u, v in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if 0 <= u < len(board) and 0 <= v < len(board) and (u, v) not in stones:
                if board[v, u] == colour:
                    stones.add((u, v))
                    due.append((u, v))
                free |= board[v, u] == 0
    return stones, free


def place(board, colour, c, r):
    """Plays on the board; the stones taken, or None where the rules forbid it."""
    board[r, c] = colour
    taken = []
    for u, v in ((c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1)):
        if 0 <= u < len(board) and 0 <= v < len(board) and board[v, u] == 3 - colour:
            stones, free = chain(board, u, v)
            if not free:
                taken += sorted(stones)
                for x, y in stones:
                    board[y, x] = 0
    if not chain(board, c, r)[1]:
        board[r, c] = 0
        return None
    return taken


# Films


def play(film, lines, moves, rng, calm=False):
    """Films a game."""
    board, flat = np.zeros((lines, lines), int), film.flat
    film.pause(4, 5) if calm else film.pause(6, 10)
    i = 0
    while i < len(moves):
        many = 1 if calm or rng.random() > 0.04 else int(rng.integers(2, 5))
        if not calm and rng.random() < 0.01:
            mistake(film, board, moves[i], rng)
        if not calm and rng.random() < 0.008:
            film.bump()
            film.pause()
        if not calm and rng.random() < 0.02:
            colour, at = int(rng.integers(1, 3)), rng.integers(0, lines, 2)
            film.reach(colour, at, lambda: None, rest=int(rng.integers(8, 24)))
            film.pause()
        turn = moves[i : i + many]
        dead = []

        def change(colour, c, r):
            # A stone may come where one was just taken.
            if (c, r) in flat.stones:
                flat.lift(c, r)
            dead.extend((colour, at) for at in place(board, colour, c, r))
            flat.put(c, r, colour)

        steps = [(colour, (c, r), lambda stone=(colour, c, r): change(*stone)) for colour, c, r in turn]
        if len(steps) == 2 and rng.random() < 0.5:  # under one hand: whose, and in which order, only the rules tell
            film.reach(*steps[1][:2], lambda: [change() for _, _, change in steps], rest=4)
        else:
            film.reach_in_turn(steps)
        film.pause(1, 2) if dead else film.pause(3, 3 if calm else 7)
        for colour, (c, r) in dead:
            if not board[r, c]:
                film.reach(colour, (c, r), lambda: flat.lift(c, r), rest=0)
        if dead:
            film.pause()
        i += many
    film.pause(4, 5) if calm else film.pause(10, 12)


def mistake(film, board, move, rng):
    """A stone is put on a wrong point and taken back."""
    colour, c, r = move
    free = [(x, y) for x in range(len(board)) for y in range(len(board)) if not board[y, x] and max(abs(x - c), abs(y - r)) == 2]
    for x, y in rng.permutation(free)[:1] if free else []:
        after = board.copy()
        if place(after, colour, x, y) == []:
            film.reach(colour, (x, y), lambda: film.flat.put(x, y, colour))
            film.pause(14, 22)
            film.reach(colour, (x, y), lambda: film.flat.lift(x, y))
            film.pause(8, 12)


def write_game(path, lines, moves):
    text = "".join(f";{' BW'[colour]}[{chr(97 + c)}{chr(97 + r)}]" for colour, c, r in moves)
    with open(path, "w") as f:
        f.write(f"(;FF[4]GM[1]SZ[{lines}]{text})\n")


def one(job):
    out, name, lines, moves, seed, size, frames, quality, calm = job
    if os.path.exists(f"{out}/{name}.sgf"):
        return
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, int.from_bytes(name.encode()[-6:], "big")])
    if frames:
        os.makedirs(f"{out}/{name}", exist_ok=True)
        write = lambda picture: cv2.imwrite(f"{out}/{name}/{film.count:05d}.webp", picture, [cv2.IMWRITE_WEBP_QUALITY, quality])
    else:
        video = cv2.VideoWriter(f"{out}/{name}.mp4", cv2.VideoWriter_fourcc(*"mp4v"), FPS, size)
        write = video.write
    film = Film(rng, lines, size, write)
    if calm:
        film.noise = 0.003
    play(film, lines, moves, rng, calm)
    if not frames:
        video.release()
    write_game(f"{out}/{name}.sgf", lines, moves)
    print(f"{name}: {lines} lines, {len(moves)} moves, {film.count} frames", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", required=True, help="a folder with SGF files, or one file")
    parser.add_argument("--out", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--moves", type=int, default=400, help="the most moves of a game")
    parser.add_argument("--size", default="640x480")
    parser.add_argument("--frames", action="store_true", help="folders of frames instead of videos")
    parser.add_argument("--quality", type=int, default=80, help="of the frames, 1 to 100")
    parser.add_argument("--calm", action="store_true", help="moves only: no blitz, mistakes, bumps, resting hands, hardly any noise")
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    paths = sorted(glob.glob(args.games + "/**/*.sgf", recursive=True)) if os.path.isdir(args.games) else [args.games]
    by_lines = {}  # of 9 and 13 lines there are few, so some are made up
    for path in paths:
        game = read_game(path)
        if game:
            by_lines.setdefault(game[0], []).append((os.path.basename(path)[:-4], game[1]))
    for lines in (13, 9):
        rng = np.random.default_rng([args.seed, lines])
        by_lines.setdefault(lines, []).extend((f"chance-{i}", made_up(rng, lines)) for i in range(args.count // 4))
    # The sizes in turn, as far as there are games of them.
    turns, jobs = sorted(by_lines, reverse=True), []
    while len(jobs) < args.count and any(by_lines.values()):
        for lines in turns:
            if by_lines[lines] and len(jobs) < args.count:
                name, moves = by_lines[lines].pop(0)
                name = f"{lines:02d}-{re.sub('[^A-Za-z0-9]+', '-', name)[:24]}"
                size = tuple(int(v) for v in args.size.split("x"))
                jobs.append((args.out, name, lines, moves[: args.moves], args.seed, size, args.frames, args.quality, args.calm))
    with ProcessPoolExecutor(args.processes) as pool:
        list(pool.map(one, jobs))


if __name__ == "__main__":
    main()
