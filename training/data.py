"""Photos with truth: loading, sources, folds.

A *source* is what may never stand on both sides of a split: one repository of photos, one pair of
photos of the same board. A *fold* is a set of sources; fold k's nets never see fold k's sources.
"""

import glob
import hashlib
import json
import os
from dataclasses import dataclass, field

import cv2
import numpy as np
from PIL import Image, ImageOps

FOLDS = 3
CELL_PX = 24  # photos are kept at most this large, in pixels a cell
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
    labels: np.ndarray | None = None  # [n, n] 0 empty, 1 black, 2 white, 255 hidden
    pyramid: list = field(default_factory=list)


def fold_of(name):
    """The fold whose nets do not see this photo."""
    prefix = name.split("_")[0]
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
    small, small_corners = scaled(rgb, corners, SMALL_SIDE / max(rgb.shape[:2]))
    rgb, corners = scaled(rgb, corners, CELL_PX / cell)
    labels = None
    if truth.get("board"):
        labels = np.array([[".XO".index(c) for c in row] for row in truth["board"]], np.uint8)
        for column, row in truth.get("hidden", []):
            labels[row, column] = 255
    photo = Photo(
        os.path.basename(path)[:-5],
        os.path.basename(os.path.dirname(path)),
        n, rgb, corners, small, small_corners, labels,
    )
    photo.pyramid = [rgb]
    while min(photo.pyramid[-1].shape[:2]) > 64:
        level = photo.pyramid[-1]
        photo.pyramid.append(cv2.resize(level, (level.shape[1] // 2, level.shape[0] // 2), interpolation=cv2.INTER_AREA))
    return photo


def load_all(root, folders=("labelled", "stones", "corners")):
    """Every photo with a whole lattice under `root`, in a fixed order."""
    photos = []
    for folder in folders:
        for path in sorted(glob.glob(os.path.join(root, folder, "*.json"))):
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
        return w / w.sum()
    counts = {}
    for p in photos:
        counts[source_of(p)] = counts.get(source_of(p), 0) + 1
    w = np.array([counts[source_of(p)] ** -0.5 for p in photos])
    return w / w.sum()


def source_of(photo):
    """Frames of one source share a drawing weight; `stones` photos are a source each."""
    prefix = photo.name.split("_")[0]
    return photo.name if prefix in ("rfst", "kifucam") else prefix
