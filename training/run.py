"""Trains all nets and writes them as ONNX; with --crossval also measures them on photos that they
have not seen.

    run.py --photos DIR --work DIR --models DIR              from data to the weights in models/
    run.py --photos DIR --work DIR --crossval --shuzi BIN    the folds, and the table of figures

Everything is resumable: started again it goes on from the last checkpoint. Two trainings run side by
side, a core each.
"""

import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import data
from nets import NETS
from train import STEPS

# The nets of the folds, which are only measured, learn for this share of the steps.
FOLD_SHARE = 0.5
RENDERED = 1000
HERE = os.path.dirname(os.path.abspath(__file__))


def train(job):
    net, fold, photos, work = job
    rendered = os.path.join(work, "rendered")
    out = folder(work, fold)
    os.makedirs(out, exist_ok=True)
    command = [sys.executable, os.path.join(HERE, "train.py"), net, "--photos", photos, "--rendered", rendered, "--out", out]
    if fold is not None:
        command += ["--fold", str(fold), "--steps", str(round(STEPS[net] * FOLD_SHARE))]
    with open(os.path.join(out, net + ".log"), "a") as log:
        subprocess.run(command, check=True, stdout=log, stderr=log)
    print("trained", net, "without fold" if fold is not None else "on everything", fold if fold is not None else "", flush=True)


def folder(work, fold):
    return os.path.join(work, "all" if fold is None else f"fold{fold}")


def export(work, fold, models):
    subprocess.run([sys.executable, os.path.join(HERE, "export.py"), "--weights", folder(work, fold), "--out", models], check=True)


def evaluate(shuzi, photos, models, fold, given_corners, work):
    """One `shuzi eval` over the fold's photos of each folder; lists of one record a photo."""
    records = []
    for part in ("labelled", "stones"):
        directory = os.path.join(photos, part)
        names = [f[:-5] for f in sorted(os.listdir(directory)) if f.endswith(".json") and data.fold_of(f[:-5]) == fold]
        listing = os.path.join(work, f"fold{fold}-{part}.txt")
        with open(listing, "w") as f:
            f.write("\n".join(names) + "\n")
        out = os.path.join(work, f"fold{fold}-{part}{'-corners' if given_corners else ''}.json")
        command = [shuzi, "eval", directory, "--only", listing, "--models", models, "--json", out]
        if given_corners:
            command.append("--given-corners")
        result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        if result.returncode > 1:
            sys.exit(f"{' '.join(command)} failed")
        for record in json.load(open(out)):
            if record["cut"]:
                continue
            silent = record["answered"] and not record["perfect"] and record["doubts"] == 0
            records.append({**record, "folder": part, "silent_wrong": silent})
    return records


def cut_boards(shuzi, photos):
    """Says how the shipped weights answer the photos that show no whole board: none may be answered
    without a doubt. They have no truth, so no net has learned from them."""
    with open(os.path.join(photos, "stones-not-labelled.tsv")) as f:
        rows = [line.rstrip("\n").split("\t") for line in f]
    names = [row[0] for row in rows if len(row) > 1 and row[1] == "edge of the grid outside the image"]
    silent, edge, refused = [], 0, 0
    for name in names:
        command = [shuzi, "read", os.path.join(photos, "stones", name + ".jpg"), "--format", "json"]
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if result.returncode == 2:
            refused += 1
            continue
        kinds = {doubt["kind"] for doubt in json.loads(result.stdout)["doubts"]}
        edge += bool(kinds & {"edge_cut", "edge_uncertain"})
        if result.returncode == 0:
            silent.append(name)
    print(f"\n{len(names)} photos with an outer line beyond the border, shipped weights: {refused} refused, {edge} name an edge, {len(silent)} answered without a doubt {' '.join(silent)}")


def table(records, title):
    """Prints perfect, answered and silently wrong by folder and by source."""
    print(f"\n{title}")
    print(f"{'':24}photos answered perfect      silent_wrong")
    groups = {}
    for r in records:
        source = r["name"].split("_")[0]
        for key in (f"{r['folder']}", f"  {r['folder']} {source}", "all"):
            groups.setdefault(key, []).append(r)
    for key in sorted(groups, key=lambda k: (k.strip() == "all", k.strip())):
        g = groups[key]
        perfect = sum(r["perfect"] for r in g)
        print(f"{key:24}{len(g):6}{sum(r['answered'] for r in g):9}{perfect:8}{100 * perfect / len(g):6.1f} %{sum(r['silent_wrong'] for r in g):12}")


def by_certainty(records):
    """{certainty: [crossings, wrong]} of all crossings on a right grid, by the least certainty of each bin."""
    bins = {}
    for record in records:
        for b in record["reliability"]:
            at = bins.setdefault(b["from"], [0, 0])
            at[0] += b["crossings"]
            at[1] += b["wrong"]
    return dict(sorted(bins.items()))


def reliability(records):
    """Of the crossings on a right grid that were read with a certainty, how many are right."""
    print("\ncertainty from  crossings  wrong   right")
    for start, (crossings, wrong) in by_certainty(records).items():
        print(f"{start:14.3f}{crossings:11}{wrong:7}{100 * (1 - wrong / max(crossings, 1)):7.2f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--models", help="where the shipped weights go")
    parser.add_argument("--crossval", action="store_true")
    parser.add_argument("--shuzi", default=os.path.join(HERE, "..", "target", "release", "shuzi"))
    args = parser.parse_args()
    folds = list(range(data.FOLDS)) if args.crossval else [None]
    jobs = [(net, fold, args.photos, args.work) for fold in folds for net in NETS]
    jobs = [job for job in jobs if not os.path.exists(os.path.join(folder(args.work, job[1]), job[0] + ".pt"))]
    if jobs:
        subprocess.run([sys.executable, os.path.join(HERE, "render.py"), "--out", os.path.join(args.work, "rendered"), "--count", str(RENDERED)], check=True)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(train, jobs))
    if not args.crossval:
        export(args.work, None, args.models)
        return
    for given_corners in (False, True):
        records = []
        for fold in folds:
            models = os.path.join(folder(args.work, fold), "onnx")
            if not given_corners:
                export(args.work, fold, models)
            records += evaluate(args.shuzi, args.photos, models, fold, given_corners, args.work)
        table(records, "corners given" if given_corners else "no help")
        reliability(records)
    cut_boards(args.shuzi, args.photos)


if __name__ == "__main__":
    main()
