"""The measured part of the model card, from what `run.py --crossval` left behind:

    card.py --photos DIR --work DIR --shuzi BIN --card ../models/card.md --docs ../docs

Writes docs/reliability.svg and docs/failures.jpg, and in the card what stands between its two marks.
"""

import argparse
import hashlib
import json
import os
import subprocess

import cv2
import numpy as np
from PIL import Image, ImageOps

import data
from run import by_certainty

HERE = os.path.dirname(os.path.abspath(__file__))
BEGIN, END = "<!-- written by training/card.py -->", "<!-- until here -->"
TILE = 176  # pixels of a failure's picture


def load(work, photos):
    """One record a held-out photo: how it was read without help, with its fold and truth."""
    records = []
    for fold in range(data.FOLDS):
        for folder in ("labelled", "stones"):
            for record in json.load(open(os.path.join(work, f"fold{fold}-{folder}.json"))):
                if record["cut"]:
                    continue
                truth = json.load(open(os.path.join(photos, folder, record["name"] + ".json")))
                record["silent"] = record["answered"] and not record["perfect"] and not record["doubts"]
                records.append({**record, "fold": fold, "folder": folder, "truth": truth})
    return records


def picture(photos, record):
    """The upright photo [h, w, 3] RGB."""
    image = Image.open(os.path.join(photos, record["folder"], record["truth"]["image"]))
    return np.array(ImageOps.exif_transpose(image).convert("RGB"))


def conditions(record, rgb):
    """What the photo is like, in the order of the table."""
    truth = record["truth"]
    corners, n = np.float32(truth["corners"]), truth["size"]
    sides = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1)
    upright = cv2.contourArea(corners) / sides.max() ** 2
    stones = sum(row.count("X") + row.count("O") for row in truth["board"]) / n**2
    mask = np.zeros(rgb.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, corners.astype(np.int32), 1)
    board = rgb[mask > 0].astype(np.float32)
    burnt = (board.min(1) >= 250).mean()
    colour = board.mean(0) / board.mean()
    found = [f"{n} lines"]
    if record["folder"] == "labelled":
        found.append("seen from above" if upright > 0.8 else "seen slanting" if upright > 0.55 else "seen from low")
    cell = sides.mean() / (n - 1)
    found.append("cells below 16 pixels" if cell < 16 else "cells of 16 to 32 pixels" if cell < 32 else "cells of 32 pixels and more")
    found.append("fewer than 1 in 20 crossings taken" if stones < 0.05 else "up to half taken" if stones <= 0.5 else "more than half taken")
    found.append("dark" if board.mean() < 80 else "bright" if board.mean() > 170 else "well lit")
    if burnt > 0.02:
        found.append("burnt-out spots")
    if colour.max() - colour.min() > 0.9:
        found.append("strongly coloured light or board")
    if truth.get("hidden"):
        found.append("crossings hidden")
    return found


def counted(groups):
    """A table of the groups, in the order given."""
    rows = ["| | photos | perfect | | silently wrong |", "|---|---|---|---|---|"]
    for name, group in groups.items():
        perfect = sum(r["perfect"] for r in group)
        rows.append(f"| {name} | {len(group)} | {perfect} | {100 * perfect / len(group):.1f} % | {sum(r['silent'] for r in group)} |")
    return "\n".join(rows)


def grouped(pairs, order=None):
    groups = {}
    for name, record in pairs:
        groups.setdefault(name, []).append(record)
    return {name: groups[name] for name in sorted(groups, key=order)}


def bins_of(records):
    """[(from, to, crossings, wrong)] of all held-out crossings on a right grid."""
    bins = by_certainty(records)
    starts = list(bins)
    return [(a, b, *bins[a]) for a, b in zip(starts, starts[1:] + [1.0]) if bins[a][0]]


def wilson(wrong, count, z=1.96):
    """The 95 % interval of a share."""
    p = wrong / count
    middle, spread = p + z * z / (2 * count), z * np.sqrt(p * (1 - p) / count + z * z / (4 * count * count))
    return (middle - spread) / (1 + z * z / count), (middle + spread) / (1 + z * z / count)


def plot(bins):
    """An SVG: how often crossings of an uncertainty are wrong, both axes logarithmic."""
    left, top, side, low = 62, 16, 300, 1e-5

    def at(v):
        return side * np.log10(max(v, low) / low) / -np.log10(low)

    def x(v):
        return f"{left + side - at(v):.1f}"

    def y(v):
        return f"{top + side - at(v):.1f}"

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + side + 20} {top + side + 48}" font-family="sans-serif" font-size="11">',
        f'<rect width="100%" height="100%" fill="white"/><rect x="{left}" y="{top}" width="{side}" height="{side}" fill="none" stroke="#888"/>',
        f'<line x1="{left}" y1="{top}" x2="{left + side}" y2="{top + side}" stroke="#bbb" stroke-dasharray="4 3"/>',
    ]
    for power in range(0, 6):
        v = 10.0**-power
        label = f"{100 * v:g} %"
        out.append(f'<text x="{x(v)}" y="{top + side + 15}" text-anchor="middle">{label}</text><text x="{left - 6}" y="{float(y(v)) + 4:.1f}" text-anchor="end">{label}</text>')
    for start, end, count, wrong in bins:
        first, last = 1 - start, max(1 - end, low)
        middle = np.sqrt(first * last)
        down, up = wilson(wrong, count)
        out.append(f'<line x1="{x(first)}" x2="{x(last)}" y1="{y(wrong / count)}" y2="{y(wrong / count)}" stroke="#06c" stroke-width="3"/>')
        out.append(f'<line x1="{x(middle)}" x2="{x(middle)}" y1="{y(down)}" y2="{y(up)}" stroke="#06c"/>')
    out.append(f'<text x="{left + side / 2}" y="{top + side + 36}" text-anchor="middle">what the reading leaves to error (1 − certainty)</text>')
    out.append(f'<text transform="translate(14 {top + side / 2}) rotate(-90)" text-anchor="middle">crossings that are wrong</text></svg>')
    return "\n".join(out) + "\n"


def wrong_crossings(args, record):
    """Crossings (column, row) of the truth that the fold's nets read wrongly; none without an answer."""
    path = os.path.join(args.photos, record["folder"], record["truth"]["image"])
    models = os.path.join(args.work, f"fold{record['fold']}", "onnx")
    result = subprocess.run([args.shuzi, "read", path, "--format", "json", "--models", models], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    rows = json.loads(result.stdout)["board"] if result.returncode < 2 else []
    truth = np.array([list(row) for row in record["truth"]["board"]])
    if len(rows) != len(truth):
        return []
    read = np.array([list(row) for row in rows])
    judged = np.ones(truth.shape, bool)
    for column, row in record["truth"].get("hidden", []):
        judged[row, column] = False
    wrong = [judged & (np.rot90(read, k) != truth) for k in range(4)]
    return [(c, r) for r, c in zip(*np.nonzero(min(wrong, key=np.sum)))]


def failure(args, record):
    """A tile of the photo round its board; the crossings that were read wrongly are ringed."""
    rgb = picture(args.photos, record)
    corners = np.float32(record["truth"]["corners"])
    first, last = corners.min(0), corners.max(0)
    side = 1.12 * (last - first).max()
    start = (first + last - side) / 2
    m = np.float32([[TILE / side, 0, -start[0] * TILE / side], [0, TILE / side, -start[1] * TILE / side]])
    scaled = cv2.GaussianBlur(rgb, (0, 0), max(0.01, 0.4 * side / TILE)) if side > TILE else rgb
    tile = cv2.warpAffine(scaled, m, (TILE, TILE))
    n = record["truth"]["size"]
    lattice = cv2.getPerspectiveTransform(np.float32([[0, 0], [n - 1, 0], [n - 1, n - 1], [0, n - 1]]), corners)
    for at in wrong_crossings(args, record):
        p = cv2.perspectiveTransform(np.float32([[at]]), lattice)[0, 0]
        cv2.circle(tile, tuple(int(v) for v in m @ [*p, 1]), 7, (255, 0, 0), 2, cv2.LINE_AA)
    return tile


def what_happened(record):
    read, lines = record["lines"]
    if not record["answered"]:
        return f"refused: {record['refusal'].split(': ')[-1].split(';')[0]}"
    if read != lines:
        return f"read as {read} lines, has {lines}"
    own = "no doubt" if record["silent"] else f"{record['doubts']} doubt{'s' * (record['doubts'] > 1)}"
    return f"{record['wrong']} wrong, {own}" + (f" ({'; '.join(record['grid_doubts'])})" if record["grid_doubts"] else "")


def failures(args, records):
    """The sheet of pictures, and the list of what happened."""
    failed = sorted((r for r in records if not r["perfect"]), key=lambda r: (r["folder"], r["name"]))
    tiles = [failure(args, r) for r in failed]
    across = 6
    tiles += [np.full((TILE, TILE, 3), 255, np.uint8)] * (-len(tiles) % across)
    for i, tile in enumerate(tiles[: len(failed)]):
        cv2.putText(tile, str(i + 1), (4, 16), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (255, 255, 255), 3, cv2.LINE_AA)
        cv2.putText(tile, str(i + 1), (4, 16), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    sheet = np.vstack([np.hstack(tiles[i : i + across]) for i in range(0, len(tiles), across)])
    cv2.imwrite(os.path.join(args.docs, "failures.jpg"), sheet[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 70])
    return "\n".join(f"{i}. `{r['name']}`: {what_happened(r)}" for i, r in enumerate(failed, 1))


def measured(args, records):
    """The card's part."""
    models = os.path.dirname(os.path.abspath(args.card))
    hashes = "\n".join(
        f"| `{net}.onnx` | {os.path.getsize(path):,} | `{hashlib.sha256(open(path, 'rb').read()).hexdigest()}` |"
        for net in ("coarse", "fine", "stones") for path in [os.path.join(models, net + ".onnx")]
    )
    folds = "\n".join(
        f"| {fold} | {sum(r['folder'] == 'labelled' for r in own)} | {sum(r['folder'] == 'stones' for r in own)} | {', '.join(sorted({r['name'].split('_')[0] for r in own}))} |"
        for fold in range(data.FOLDS) for own in [[r for r in records if r["fold"] == fold]]
    )
    bins = bins_of(records)
    with open(os.path.join(args.docs, "reliability.svg"), "w") as f:
        f.write(plot(bins))
    trust = "\n".join(f"| {a:.3f} to {b:.3f} | {count:,} | {wrong} | {100 * (1 - wrong / count):.2f} % |" for a, b, count, wrong in bins)
    sources = grouped((f"{r['folder']}, {r['name'].split('_')[0]}", r) for r in records)
    seen = [(name, r) for r in records for name in conditions(r, picture(args.photos, r))]
    order = list(dict.fromkeys(name for name, _ in sorted(seen, key=lambda pair: CONDITIONS.index(pair[0]))))
    return f"""
| weights | bytes | SHA-256 |
|---|---|---|
{hashes}

Held out by each fold (the nets of a fold have learned from the other two, whole repositories at a time; of
the boards that fill the frame, `rfst`, each board is one source):

| fold | labelled | stones | from |
|---|---|---|---|
{folds}

### By source, no help

{counted({**sources, "all": records})}

### By condition, no help

{counted(grouped(seen, order.index))}

### Reliability

Held-out crossings on a right grid, no help: how often a crossing that was read with a certainty is right.
The dashed line is a certainty that keeps its word; above it would be a promise broken. The bars are 95 %
intervals.

![How often crossings are wrong, by what the reading leaves to error](../docs/reliability.svg)

| certainty | crossings | wrong | right |
|---|---|---|---|
{trust}

### Every failure

Photos that were not read perfectly without help; wrong crossings are ringed.

![The photos that were not read perfectly](../docs/failures.jpg)

{failures(args, records)}
"""


CONDITIONS = [
    "9 lines", "13 lines", "15 lines", "19 lines", "seen from above", "seen slanting", "seen from low", "cells below 16 pixels",
    "cells of 16 to 32 pixels", "cells of 32 pixels and more", "fewer than 1 in 20 crossings taken", "up to half taken",
    "more than half taken", "dark", "well lit", "bright", "burnt-out spots", "strongly coloured light or board", "crossings hidden",
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--shuzi", default=os.path.join(HERE, "..", "target", "release", "shuzi"))
    parser.add_argument("--card", default=os.path.join(HERE, "..", "models", "card.md"))
    parser.add_argument("--docs", default=os.path.join(HERE, "..", "docs"))
    args = parser.parse_args()
    text = open(args.card).read()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    new = before + BEGIN + "\n" + measured(args, load(args.work, args.photos)) + "\n" + END + after
    with open(args.card, "w") as f:
        f.write(new)


if __name__ == "__main__":
    main()
