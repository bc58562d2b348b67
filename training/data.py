"""Photos with truth: loading, sources, folds.

A *source* is what may never stand on both sides of a split: one repository of photos, one pair of
photos of the same board. A *fold* is a set of sources; fold k's nets never see fold k's sources.
"""

import glob
import hashlib
import json
import os
from collections import Counter
from dataclasses import dataclass, field

import cv2
import numpy as np
from PIL import Image, ImageOps
from scipy.optimize import linear_sum_assignment

FOLDS = 3
CELL_PX = 24  # photos are kept at most this large, in pixels a cell
RENDERED_SHARE = 0.35  # of all samples, where there are rendered pictures
SMALL_SIDE = 512  # long side of the copy that the coarse net learns from

# Whole repositories: the same rooms, phones and boards occur again and again inside one.
REPOSITORY_FOLD = {
    "gobonline": 0,
    "kifurecorder": 0,
    "augmentedgo": 0,
    "kifucam": 1,
    "rfgo": 1,
    "irglbriz": 2,
    "pic2sgf": 2,
}
# Two moments of one board.
SAME_BOARD = {
    "rfst_6f573dc7be": "rfst_695427eba5",
    "rfst_5b42a9a242": "rfst_58c54c7884",
    "rfst_4a804ceadd": "rfst_4a5fbf63e5",
}


@dataclass
class Photo:
    """One photo. `corners` are the outermost crossings [4, 2] (x, y) in pixels of `rgb`."""

    name: str
    folder: str
    size: int
    rgb: np.ndarray
    corners: np.ndarray
    small: np.ndarray
    small_corners: np.ndarray
    neighbours: np.ndarray  # [m, 4, 2] corners of other boards, in pixels of `small`
    labels: np.ndarray | None = None  # [n, n] 0 empty, 1 black, 2 white, 255 hidden
    centres: np.ndarray | None = None  # [n, n, 2] the stones' middles in `rgb`, NaN where not known
    strays: np.ndarray | None = None  # [m, 2] boxes round what lies on no crossing
    pyramid: list = field(default_factory=list)


def fold_of(name):
    """The fold whose nets do not see this photo; None for what was rendered, which all may see."""
    prefix = name.split("_")[0]
    if prefix == "render":
        return None
    if prefix in REPOSITORY_FOLD:
        return REPOSITORY_FOLD[prefix]
    board = SAME_BOARD.get(name, name)
    return hashlib.sha1(board.encode()).digest()[0] % FOLDS


def scaled(rgb, corners, scale):
    """The photo and its corners at another scale; pixel centres are at whole numbers."""
    if scale >= 1:
        return rgb, corners
    size = (max(1, round(rgb.shape[1] * scale)), max(1, round(rgb.shape[0] * scale)))
    out = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA)
    ratio = np.array([size[0] / rgb.shape[1], size[1] / rgb.shape[0]])
    return out, ((corners + 0.5) * ratio - 0.5).astype(np.float32)


def load(path):
    """One photo from its truth file, or None where the truth gives no whole lattice."""
    truth = json.load(open(path))
    if not truth.get("corners") or truth.get("cut"):
        return None
    image = Image.open(os.path.join(os.path.dirname(path), truth["image"]))
    rgb = np.array(ImageOps.exif_transpose(image).convert("RGB"))
    corners = np.float32(truth["corners"])
    n = truth["size"]
    cell = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).max() / (n - 1)
    neighbours = np.float32(truth.get("neighbours", [])).reshape(-1, 4, 2)
    small, small_corners = scaled(rgb, corners, SMALL_SIDE / max(rgb.shape[:2]))
    neighbours = (neighbours + 0.5) * (np.array(small.shape[1::-1]) / rgb.shape[1::-1]) - 0.5
    rgb, corners = scaled(rgb, corners, CELL_PX / cell)
    labels = None
    if truth.get("board"):
        labels = np.array([[".XO".index(c) for c in row] for row in truth["board"]], np.uint8)
        for column, row in truth.get("hidden", []):
            labels[row, column] = 255
    photo = Photo(
        os.path.basename(path)[:-5],
        os.path.basename(os.path.dirname(path)),
        n, rgb, corners, small, small_corners, neighbours, labels,
    )
    if labels is not None:
        photo.centres, photo.strays = centres_of(path[:-5] + ".txt", photo)
    photo.pyramid = [rgb]
    while min(photo.pyramid[-1].shape[:2]) > 64:
        level = photo.pyramid[-1]
        photo.pyramid.append(cv2.resize(level, (level.shape[1] // 2, level.shape[0] // 2), interpolation=cv2.INTER_AREA))
    return photo


def centres_of(path, photo):
    """The middles of the hand-drawn boxes of `path` (class cx cy w h, fractions of the photo), each
    given to the stone of its colour that it lies nearest to, and those that are near none."""
    n = photo.size
    centres = np.full((n, n, 2), np.nan)
    if not os.path.exists(path) or not os.path.getsize(path):
        return centres, np.zeros((0, 2))
    boxes = np.loadtxt(path, ndmin=2)
    middles = boxes[:, 1:3] * [photo.rgb.shape[1], photo.rgb.shape[0]] - 0.5
    square = np.float32([[0, 0], [n - 1, 0], [n - 1, n - 1], [0, n - 1]])
    board = cv2.perspectiveTransform(middles.reshape(-1, 1, 2), cv2.getPerspectiveTransform(photo.corners, square))[:, 0]
    rows, columns = np.nonzero((photo.labels == 1) | (photo.labels == 2))
    stones = np.stack([columns, rows], 1)
    apart = np.linalg.norm(board[:, None] - stones[None], axis=2)
    apart[(boxes[:, 0] + 1)[:, None] != photo.labels[rows, columns][None]] = np.inf
    apart[apart > 0.9] = 9
    pairs = [(i, j) for i, j in zip(*linear_sum_assignment(apart**2)) if apart[i, j] < 1]
    for i, j in pairs:
        centres[rows[j], columns[j]] = middles[i]
    return centres, np.delete(middles, [i for i, _ in pairs], 0)


def load_all(root, folders=("labelled", "stones", "corners"), rendered=None):
    """Every photo with a whole lattice in the folders under `root`, and every picture of the folder
    `rendered`, in a fixed order."""
    photos = []
    for folder in [os.path.join(root, f) for f in folders] + [rendered] * bool(rendered):
        for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
            photo = load(path)
            if photo is not None:
                photos.append(photo)
    return photos


def split(photos, fold):
    """(training, held out); fold None trains on everything."""
    if fold is None:
        return photos, []
    return (
        [p for p in photos if fold_of(p.name) != fold],
        [p for p in photos if fold_of(p.name) == fold],
    )


def weights(photos, scenes=False):
    """How often each photo is drawn: boards filmed over and over count less. With `scenes`, photos
    of a board somewhere in a room count most, boards that fill the frame least."""
    if scenes:
        w = np.array([0.2 if p.folder == "corners" else 0.5 if p.name.startswith("rfst") else 2.0 for p in photos])
    else:
        counts = Counter(source_of(p) for p in photos)
        w = np.array([counts[source_of(p)] ** -0.5 for p in photos])
    rendered = np.array([is_rendered(p) for p in photos])
    for part, share in ((rendered, RENDERED_SHARE), (~rendered, 1 - RENDERED_SHARE)):
        if part.any():
            w[part] *= share / w[part].sum()
    return w / w.sum()


def is_rendered(photo):
    return photo.name.startswith("render_")


def source_of(photo):
    """Frames of one source share a drawing weight; `stones` photos are a source each."""
    prefix = photo.name.split("_")[0]
    return photo.name if prefix in ("rfst", "kifucam") else prefix
