"""Writes the averaged weights of a training folder as ONNX: `export.py --weights DIR --out DIR`.

Batch norms are folded into the convolutions. Checked: the ONNX file's nodes are few and known, and
`tests` of the Rust code read the samples with it.
"""

import argparse
import os

import onnx
import torch

import augment
import stones
from nets import NETS

SIDE = {
    "coarse": augment.COARSE_SIDE,
    "fine": augment.side(19, augment.FINE_PX, augment.FINE_MARGIN),
    "stones": augment.side(19, stones.PX, stones.MARGIN),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", required=True)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    for name, net in NETS.items():
        model = net()
        path = os.path.join(args.weights, name)
        if os.path.exists(path + ".pt"):
            state = torch.load(path + ".pt", weights_only=True)
        else:
            print("no", path + ".pt yet: from the checkpoint")
            state = torch.load(path + ".checkpoint", weights_only=False)["average"]
        model.load_state_dict(state)
        model.eval()
        out = os.path.join(args.out, name + ".onnx")
        x = torch.rand(1, 8, SIDE[name], SIDE[name])
        dynamic = None if name == "coarse" else {"view": {2: "rows", 3: "columns"}, "maps": {2: "r", 3: "c"}}
        torch.onnx.export(model, (x,), out, input_names=["view"], output_names=["maps"], dynamic_axes=dynamic, opset_version=17, dynamo=False)
        graph = onnx.load(out)
        onnx.checker.check_model(graph)
        kinds = sorted({n.op_type for n in graph.graph.node})
        print(out, os.path.getsize(out) // 1024, "KiB", kinds)


if __name__ == "__main__":
    main()
