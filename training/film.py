"""A flat board as a camera films it: stones, hands with sleeve and shadow, light, shake and bumps."""

import cv2
import numpy as np

CELL = 28  # pixels a cell of the flat board
RIM = 1.6  # board beyond the outer lines, in cells
BLACK, WHITE = 1, 2


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
        self.cloth = None  # a picture of the frame's size instead of the folds of one colour

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
            cloth = self.cloth if mask is sleeve and self.cloth is not None else colour * fold
            picture += mask[..., None] * (np.float32(cloth) - picture)


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

    def shoot(self, hands=(), cover=None):
        """One frame; `hands` are (colour, tip in pixels), `cover` lays more over the picture."""
        rng = self.rng
        self.count += 1
        shake = np.array([[1, 0, rng.normal(0, 0.25)], [0, 1, rng.normal(0, 0.25)], [0, 0, 1]])
        picture = self.table.copy()
        cv2.warpPerspective(self.flat.picture, shake @ self.frame_from_flat, self.size, picture, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
        for colour, tip in hands:
            way = np.array([0.25 * self.hands[colour].side, self.hands[colour].side])
            self.hands[colour].over(picture, tip, way / np.linalg.norm(way))
        if cover:
            cover(picture)
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
