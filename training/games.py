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

CELL = 28  # pixels a cell of the flat board
RIM = 1.6  # board beyond the outer lines, in cells
FPS = 4
BLACK, WHITE = 1, 2


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


# Pictures


def wood(rng, height, width):
    colour = np.float32([0.62, 0.78, 0.88]) * rng.uniform(0.75, 1.0) + rng.normal(0, 0.02, 3)
    grain = cv2.resize(rng.normal(0, 1, (6, width // 3)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    spots = cv2.resize(rng.normal(0, 1, (9, 9)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    return np.float32(colour) * (1 + 0.03 * grain + 0.03 * spots)[..., None]


class Flat:
    """The board from above, float BGR 0..1, with a table round it."""

    def __init__(self, rng, lines):
        self.rng, self.lines = rng, lines
        self.side = int((lines - 1 + 2 * RIM) * CELL)
        self.bare = wood(rng, self.side, self.side)
        for i in range(lines):
            a, b = self.pixel(0, i), self.pixel(lines - 1, i)
            for p, q in ((a, b), (a[::-1], b[::-1])):
                cv2.line(self.bare, p, q, (0.12, 0.12, 0.15), 1 if CELL < 24 else 2, cv2.LINE_AA)
        edge = 3 if lines > 11 else 2
        for c in (edge, lines // 2, lines - 1 - edge):
            for r in (edge, lines // 2, lines - 1 - edge):
                cv2.circle(self.bare, self.pixel(c, r), 3, (0.1, 0.1, 0.12), -1, cv2.LINE_AA)
        self.radius = rng.uniform(0.45, 0.49)
        self.picture = self.bare.copy()
        self.stones = {}

    def pixel(self, c, r):
        return (int(round((c + RIM) * CELL)), int(round((r + RIM) * CELL)))

    def put(self, c, r, colour):
        off = self.rng.normal(0, 0.05, 2).clip(-0.12, 0.12)
        self.stones[c, r] = (colour, c + off[0], r + off[1])
        self.draw()

    def lift(self, c, r):
        del self.stones[c, r]
        self.draw()

    def draw(self):
        self.picture = self.bare.copy()
        shade = np.ones((self.side, self.side), np.float32)
        for _, x, y in self.stones.values():
            cv2.circle(shade, self.pixel(x + 0.07, y + 0.1), int(self.radius * CELL * 1.04), 0.55, -1, cv2.LINE_AA)
        self.picture *= cv2.GaussianBlur(shade, (0, 0), 0.09 * CELL)[..., None]
        for colour, x, y in self.stones.values():
            at, radius = self.pixel(x, y), int(round(self.radius * CELL))
            body = (0.13, 0.12, 0.12) if colour == BLACK else (0.86, 0.9, 0.91)
            cv2.circle(self.picture, at, radius, body, -1, cv2.LINE_AA)
            rim = (0.07, 0.07, 0.07) if colour == BLACK else (0.66, 0.7, 0.72)
            cv2.circle(self.picture, at, radius - 1, rim, 2, cv2.LINE_AA)
            shine = (at[0] - radius // 3, at[1] - radius // 3)
            cv2.circle(self.picture, shine, radius // 4, tuple(v + (0.14 if colour == BLACK else 0.08) for v in body), -1, cv2.LINE_AA)


class Hand:
    """A hand that comes from one side of the board, in pixels of the frame."""

    def __init__(self, rng, size):
        self.skin = np.float32([0.45, 0.55, 0.75]) * rng.uniform(0.5, 1.1)
        self.sleeve = np.float32(rng.uniform(0.03, 0.75, 3))
        self.width = rng.uniform(0.055, 0.075) * size[0]
        self.side = rng.choice([-1, 1])
        self.lamp = rng.uniform(-0.08, 0.08, 2) * size[0]
        self.size = size

    def over(self, picture, tip, way):
        """Lays the hand, its finger tips at `tip`, coming from the direction `way`, over a picture."""
        across = np.array([-way[1], way[0]])
        wrist, elbow = tip + way * self.width * 2.6, tip + way * self.size[0] * 1.2
        w = self.width

        def shapes(mask, off, sleeve):
            def quad(a, b, wide_a, wide_b):
                corners = [a - across * wide_a, a + across * wide_a, b + across * wide_b, b - across * wide_b]
                cv2.fillPoly(mask, [np.int32((np.array(corners) + off) * 16)], 1.0, cv2.LINE_AA, 4)

            if sleeve:
                return quad(wrist + way * w, elbow, 0.75 * w, 1.3 * w)
            for k in (-1, 0, 1, 2):
                knuckle = tip + way * w * 1.5 + across * w * 0.32 * k
                end = tip + way * w * 0.25 * abs(k) + across * w * 0.16 * k
                cv2.line(mask, *(tuple(np.int32(p + off)) for p in (end, knuckle)), 1.0, max(2, int(0.3 * w)), cv2.LINE_AA)
            quad(tip + way * w * 1.2, wrist, 0.65 * w, 0.5 * w)
            quad(wrist, wrist + way * 1.5 * w, 0.42 * w, 0.45 * w)

        shadow, skin, sleeve = (np.zeros(picture.shape[:2], np.float32) for _ in range(3))
        shapes(shadow, self.lamp, False)
        shapes(shadow, self.lamp, True)
        shapes(skin, 0, False)
        shapes(sleeve, 0, True)
        picture *= (1 - 0.45 * cv2.GaussianBlur(shadow, (0, 0), 0.25 * w))[..., None]
        for mask, colour in ((skin, self.skin), (sleeve, self.sleeve)):
            fold = 1 + 0.15 * np.sin(np.arange(picture.shape[1]) / w * 5)[None, :, None]
            picture += mask[..., None] * (np.float32(colour * fold) - picture)


class Film:
    """Frames of one board, written one by one."""

    def __init__(self, rng, lines, size, write):
        self.rng, self.size, self.write = rng, size, write
        self.flat = Flat(rng, lines)
        self.table = cv2.GaussianBlur(wood(rng, size[1], size[0]), (0, 0), 3) * np.float32(rng.uniform(0.3, 0.9, 3))
        self.hands = {BLACK: Hand(rng, size), WHITE: Hand(rng, size)}
        self.hands[WHITE].side = -self.hands[BLACK].side
        self.frame_from_flat = self.camera()
        self.light, self.balance, self.count = 1.0, np.ones(3), 0
        self.glare_at, self.glare = rng.uniform(0, 1, 2) * size, rng.uniform(0, 0.25)
        self.noise = rng.uniform(0.004, 0.015)

    def camera(self):
        rng, (w, h), s = self.rng, self.size, self.flat.side
        fill = rng.uniform(0.82, 0.94) * h
        low, roll, shift = rng.uniform(0, 0.16), rng.normal(0, 0.04), rng.normal(0, 0.012 * w, 2)
        corners = np.array([[-1 + low, -0.97], [1 - low, -0.97], [1 + low / 2, 0.97], [-1 - low / 2, 0.97]]) * fill / 2
        turn = np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
        corners = corners @ turn.T + [w / 2, h / 2] + shift
        return cv2.getPerspectiveTransform(np.float32([[0, 0], [s, 0], [s, s], [0, s]]), np.float32(corners))

    def bump(self):
        cell = 0.9 * self.size[1] / self.flat.lines
        angle, (x, y) = self.rng.normal(0, 0.008), self.rng.uniform(-0.7, 0.7, 2) * cell
        c, s, mid = np.cos(angle), np.sin(angle), np.array(self.size) / 2
        move = np.array([[c, -s, mid[0] - c * mid[0] + s * mid[1] + x], [s, c, mid[1] - s * mid[0] - c * mid[1] + y], [0, 0, 1]])
        self.frame_from_flat = move @ self.frame_from_flat

    def place(self, c, r):
        """A crossing in the frame."""
        return cv2.perspectiveTransform(np.float32([[self.flat.pixel(c, r)]]), self.frame_from_flat)[0, 0]

    def shoot(self, hands=()):
        """One frame; `hands` are (colour, tip in pixels)."""
        rng = self.rng
        self.count += 1
        shake = np.array([[1, 0, rng.normal(0, 0.25)], [0, 1, rng.normal(0, 0.25)], [0, 0, 1]])
        picture = self.table.copy()
        cv2.warpPerspective(self.flat.picture, shake @ self.frame_from_flat, self.size, picture, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
        for colour, tip in hands:
            way = np.array([0.25 * self.hands[colour].side, self.hands[colour].side])
            self.hands[colour].over(picture, tip, way / np.linalg.norm(way))
        self.light = np.clip(self.light * np.exp(rng.normal(0, 0.01)) * (rng.choice([0.85, 1.15]) if rng.random() < 0.004 else 1), 0.6, 1.15)
        self.balance = np.clip(self.balance * np.exp(rng.normal(0, 0.003, 3)), 0.88, 1.12)
        self.glare_at = np.clip(self.glare_at + rng.normal(0, 4, 2), 0, self.size)
        x, y = (((np.arange(n) - at) / (0.12 * self.size[0])) ** 2 for n, at in zip(self.size, self.glare_at))
        picture += np.float32(self.glare * np.exp(-y[:, None] - x[None]))[..., None]
        flicker = 1 + rng.normal(0, 0.006)
        grain = cv2.resize(rng.normal(0, self.noise, (self.size[1] // 2, self.size[0] // 2, 3)).astype(np.float32), self.size)
        picture = picture * np.float32(self.light * self.balance * flicker) + grain
        self.write((np.clip(picture, 0, 1) ** np.float32(0.8) * 255).astype(np.uint8))

    def reach(self, colour, at, change, rest=1):
        """A hand comes, something changes under it, and it goes."""
        self.reach_in_turn([(colour, at, change)], rest)

    def reach_in_turn(self, turns, rest=1):
        """Hands come one after the other, each before the last one is gone."""
        leaving = []
        for number, (colour, at, change) in enumerate(turns):
            target, hand = self.place(*at), self.hands[colour]
            out = target + np.array([0.25, 1.0]) * hand.side * self.size[1] * 0.8
            for step in (0.25, 0.7) if number == 0 else (0.7,):
                self.shoot([*leaving, (colour, out + (target - out) * step)])
                leaving = [(c, o + (t - o) * 0.3) for c, o, t in self.last] if leaving else []
            self.shoot([(colour, target)])
            change()
            for _ in range(rest):
                self.shoot([(colour, target + self.rng.normal(0, 2, 2))])
            self.last = [(colour, out, target)]
            leaving = [(colour, out + (target - out) * 0.7)]
        for step in (0.7, 0.25):
            self.shoot([(colour, out + (target - out) * step)])

    def pause(self, shortest=3, longest=7):
        for _ in range(int(self.rng.integers(shortest, longest + 1))):
            self.shoot()


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
        if many == 2 and rng.random() < 0.5:  # under one hand: whose, and in which order, only the rules tell
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
