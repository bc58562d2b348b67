"""Trains one net: `train.py coarse|fine|stones --photos DIR --out DIR [--fold K]`.

Without --fold it learns from every photo. A checkpoint a minute; started again it goes on from
there. Writes NET.pt (the averaged weights) into --out when done.
"""

import argparse
import os
import time
from collections import deque

import numpy as np
import torch
import torch.nn.functional as F

import augment
import data
import scenes
import stones
from nets import NETS, places
from thaw import thaw

BATCH = {"coarse": 16, "fine": 8, "stones": 8}
STEPS = {"coarse": 6400, "fine": 6000, "stones": 8000}
REUSE, KEPT = 2.7, 64
# Elsewhere arithmetic in bfloat16 takes eight times as long as in float32.
BFLOAT16 = torch.cpu._is_avx512_bf16_supported()
RATE = {"coarse": 4e-3, "fine": 4e-3, "stones": 4e-3}
FOLDERS = {"coarse": ("labelled", "stones", "corners"), "fine": ("labelled", "stones", "corners"), "stones": ("labelled", "stones")}


def sample(net, photo, rooms, rng, gentle):
    if net == "coarse":
        return scenes.coarse_sample(photo, rooms, rng, gentle)
    table = scenes.background(rooms, rng) if rng.random() < 0.4 else None
    if net == "fine":
        return augment.fine_sample(photo, table, rng, gentle)
    return stones.stones_sample(photo, table, rng, gentle)


def batches(net, photos, rng, first, steps):
    """Batches for the steps from `first` on, each of one board size (sizes make pictures of different
    extent). Making a sample costs more than learning from it, so the last ones of each extent are kept
    and each is drawn `REUSE` times or so, turned and mirrored; the last quarter of the steps sees
    more ordinary light."""
    draw = data.weights(photos, scenes=net == "coarse")
    rooms = [p for p in photos if not data.is_rendered(p)] or photos
    kept = {}
    for step in range(first, steps):
        for _ in range(max(1, round(BATCH[net] / REUSE))):
            gentle = rng.random() < (0.25 if step < 0.75 * steps else 0.6)
            new = sample(net, photos[rng.choice(len(photos), p=draw)], rooms, rng, gentle)
            group = kept.setdefault(new[0].shape, deque(maxlen=KEPT))
            group.append(new)
        while len(group) < BATCH[net]:
            again = sample(net, photos[rng.choice(len(photos), p=draw)], rooms, rng, False)
            kept.setdefault(again[0].shape, deque(maxlen=KEPT)).append(again)
        chosen = rng.choice(len(group), BATCH[net], replace=False)
        yield stacked([turned(net, group[i], rng) for i in chosen])


def turned(net, sample, rng):
    """The sample as seen from another side; of the coarse net, whose output lies at pixels 4i of 256,
    only mirrored in the diagonal."""
    if rng.random() < 0.5:
        sample = [part.swapaxes(-1, -2) for part in sample]
        if net == "fine":
            sample[1] = sample[1][[1, 0, 2, 3]]
        if net == "stones":
            sample[3] = sample[3][::-1]
    for axis in () if net == "coarse" else (-1, -2):
        if rng.random() < 0.5:
            sample = [np.flip(part, axis) for part in sample]
            if net == "stones":
                sample[3] = sample[3] * np.float32([[[-1 if axis == -1 else 1]], [[-1 if axis == -2 else 1]]])
            if net == "fine":
                sample[1] = sample[1] * np.float32([[[-1 if axis == -1 else 1]], [[-1 if axis == -2 else 1]], [[1]], [[1]]])
    return sample


def stacked(samples):
    """Samples as tensors; the pictures with their channels last in memory."""
    pictures, *rest = zip(*samples)
    pictures = torch.from_numpy(np.stack([np.ascontiguousarray(p.transpose(1, 2, 0)) for p in pictures])).permute(0, 3, 1, 2)
    return pictures, *(torch.from_numpy(np.stack(part)) for part in rest)


def loss_of(net, model, batch):
    x = batch[0]
    with torch.autocast("cpu", torch.bfloat16, enabled=BFLOAT16):
        y = model(x)
    y = y.float()
    if net == "coarse":
        t = batch[1]
        mask = F.binary_cross_entropy_with_logits(y[:, 0], t[:, 0])
        heat = F.binary_cross_entropy_with_logits(y[:, 1], t[:, 1])
        others = F.binary_cross_entropy_with_logits(y[:, 2], t[:, 2])
        return mask + 8 * heat + 0.5 * others
    if net == "fine":
        t, w = batch[1], batch[2]
        crossing = w * t[:, 2]
        step = (F.smooth_l1_loss(y[:, :2], t[:, :2], beta=0.1, reduction="none").mean(1) * crossing).sum() / crossing.sum().clamp(min=1)
        inside = (F.binary_cross_entropy_with_logits(y[:, 2], t[:, 2], reduction="none") * w).sum() / w.sum().clamp(min=1)
        valid = F.binary_cross_entropy_with_logits(y[:, 3], t[:, 3])
        return 3 * step + inside + 0.3 * valid
    return loss_of_stones(y, *batch[1:])


def loss_of_stones(y, on_crossings, kind, way, vague):
    """See `stones.stones_sample`. A stone whose middle is not known is somewhere near its crossing."""
    beyond = stones.MARGIN - 1
    likely = F.cross_entropy(y[:, :3, beyond:-beyond, beyond:-beyond], on_crossings.long(), ignore_index=255, label_smoothing=0.01, reduction="sum")
    held = likely / (on_crossings < 255).sum().clamp(min=1)
    near = places(y)
    there = F.cross_entropy(near[:, :3], kind.long(), ignore_index=255, label_smoothing=0.01)
    stone = ((kind == 1) | (kind == 2)).float()
    miss = (F.smooth_l1_loss(near[:, 3:], way, beta=0.05, reduction="none").sum(1) * stone).sum() / stone.sum().clamp(min=1)
    likely = F.max_pool2d(F.log_softmax(near[:, :3], 1), 3, 1, 1)[:, :, ::2, ::2]
    m = stones.MARGIN
    likely = likely[:, :, m:-m, m:-m].gather(1, vague.long()[:, None])[:, 0]
    vague = (vague > 0).float()
    somewhere = -(likely * vague).sum() / vague.sum().clamp(min=1)
    return held + there + 2 * miss + 0.5 * somewhere


class Average:
    """Exponential moving average of the weights; the batch norms' statistics go along."""

    def __init__(self, model):
        self.state = {k: v.clone() for k, v in model.state_dict().items()}
        self.count = 0

    def update(self, model):
        self.count += 1
        decay = min(0.995, (1 + self.count) / (10 + self.count))
        for k, v in model.state_dict().items():
            if v.is_floating_point():
                self.state[k].lerp_(v, 1 - decay)
            else:
                self.state[k].copy_(v)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net", choices=NETS)
    parser.add_argument("--photos", required=True)
    parser.add_argument("--rendered", help="a folder of render.py's pictures to learn from as well")
    parser.add_argument("--out", required=True)
    parser.add_argument("--fold", type=int)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--start", help="weights to go on from: NET.pt, of which parts of the net that it lacks start anew, or NET.onnx")
    parser.add_argument("--rate", type=float, help="the highest learning rate")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    import cv2
    cv2.setNumThreads(args.threads)
    os.makedirs(args.out, exist_ok=True)
    final = os.path.join(args.out, args.net + ".pt")
    if os.path.exists(final):
        print(final, "is there already")
        return
    photos, _ = data.split(data.load_all(args.photos, FOLDERS[args.net], args.rendered), args.fold)
    if args.net == "stones":
        photos = [p for p in photos if p.labels is not None]
    steps = args.steps or STEPS[args.net]
    torch.manual_seed(0)
    model = NETS[args.net]().to(memory_format=torch.channels_last)
    if args.start and args.start.endswith(".onnx"):
        thaw(model, args.start, next(batches(args.net, photos, np.random.default_rng(0), 0, steps))[0])
    elif args.start:
        begin(model, torch.load(args.start, weights_only=True))
    optimiser = torch.optim.AdamW(model.parameters(), 1e-3, weight_decay=2e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, args.rate or RATE[args.net], total_steps=steps + 1, pct_start=0.15)
    average, start = Average(model), 0
    checkpoint = os.path.join(args.out, args.net + ".checkpoint")
    if os.path.exists(checkpoint):
        saved = torch.load(checkpoint, weights_only=False)
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        schedule.load_state_dict(saved["schedule"])
        average.state, average.count, start = saved["average"], saved["count"], saved["step"]
    rng = np.random.default_rng([start + (1 << 20) * bool(args.start), hash_of(args.net), args.fold if args.fold is not None else 99])
    print(args.net, "fold", args.fold, len(photos), "photos", sum(p.numel() for p in model.parameters()), "weights", flush=True)
    began = saved_at = time.time()
    total = 0.0
    model.train()
    for step, batch in enumerate(batches(args.net, photos, rng, start, steps), start + 1):
        loss = loss_of(args.net, model, batch)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimiser.step()
        schedule.step()
        average.update(model)
        total += loss.item()
        if step % 200 == 0:
            print(step, f"{time.time() - began:.0f} s loss {total / 200:.4f}", flush=True)
            total = 0.0
        if time.time() - saved_at > 60:
            saved_at = time.time()
            torch.save({"model": model.state_dict(), "optimiser": optimiser.state_dict(), "schedule": schedule.state_dict(), "average": average.state, "count": average.count, "step": step}, checkpoint + ".part")
            os.replace(checkpoint + ".part", checkpoint)
    torch.save(average.state, final + ".part")
    os.replace(final + ".part", final)
    if os.path.exists(checkpoint):
        os.remove(checkpoint)


def begin(model, weights):
    """Takes over the weights of a net that may have fewer outputs; those that it lacks start anew."""
    own = model.state_dict()  # shares its memory with the model
    for name, value in weights.items():
        (own[name][: len(value)] if value.dim() else own[name]).copy_(value)


def hash_of(text):
    return sum(text.encode())


if __name__ == "__main__":
    main()
