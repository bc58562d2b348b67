"""Where the camera is over the board: the same geometry as `src/vision/eye.rs`."""

import cv2
import numpy as np

from augment import apply, square

FOCAL_LENGTHS = 0.45 * 1.1 ** np.arange(24)  # in long sides of the photo
USUAL, STRAYS, SKEW, OBLONG = 0.8, 0.5, 0.03, 0.05


def eye_of(n, corners, size):
    """(foot [2], height) of the camera in cells: over which lattice position and how high; `size` is the
    photo's (width, height)."""
    columns = cv2.getPerspectiveTransform(square(n, 1, 0), np.float32(corners)).T
    long = max(size)
    columns = np.array([[(x - size[0] / 2 * w) / long, (y - size[1] / 2 * w) / long, w] for x, y, w in columns])
    found = []
    for focal in FOCAL_LENGTHS:
        across, down, to_origin = columns / [focal, focal, 1]
        width, length = np.linalg.norm(across), np.linalg.norm(down)
        unlikely = (across @ down / (width * length) / SKEW) ** 2 + (np.log(length / width) / OBLONG) ** 2 + (np.log(focal / USUAL) / STRAYS) ** 2
        up = np.cross(across, down) / length
        x, y, z = np.linalg.solve(np.stack([across, down, up], 1), -to_origin)
        found.append((unlikely, np.array([x, y]), abs(z)))
    return min(found, key=lambda f: f[0])[1:]


def raised(n, corners, size, height):
    """The corners [4, 2] in the photo of the lattice so many cells above the board."""
    foot, eye = eye_of(n, corners, size)
    board = square(n, 1, 0)
    behind = board + height / max(eye - height, height) * (board - foot)
    return apply(cv2.getPerspectiveTransform(board, np.float32(corners)), behind)
