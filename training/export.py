"""Writes the averaged weights of a training folder as ONNX: `export.py --weights DIR --out DIR`.

Batch norms are folded into the convolutions; the coarse net's weights, four fifths of which say
where a board roughly is, are kept as bytes. Checked: the ONNX file's nodes are few and known, and
`tests` of the Rust code read the samples with it.
"""

import argparse
import os

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper

import augment
import stones
from nets import NETS

SIDE = {
    "coarse": augment.COARSE_SIDE,
    "fine": augment.side(19, augment.FINE_PX, augment.FINE_MARGIN),
    "stones": augment.side(19, stones.PX, stones.MARGIN),
}


# Nets whose weights are kept as bytes, a scale for each output channel. Of the first fold as many photos
# are read with the coarse net's as bytes; with the stone net's two fewer of 81.
AS_BYTES = ("coarse",)


def as_bytes(model):
    """Kernels as int8 that the net itself turns back into floats."""
    kept, unpack = [], []
    for tensor in model.graph.initializer:
        kernel = numpy_helper.to_array(tensor)
        if kernel.ndim != 4 or kernel.size < 512:
            kept.append(tensor)
            continue
        scale = np.maximum(np.abs(kernel).max((1, 2, 3)) / 127, 1e-12).astype(np.float32)
        steps = np.round(kernel / scale[:, None, None, None]).astype(np.int8)
        parts = {"steps": steps, "scale": scale, "zero": np.zeros(len(scale), np.int8)}
        kept += [numpy_helper.from_array(value, f"{tensor.name}.{part}") for part, value in parts.items()]
        unpack.append(helper.make_node("DequantizeLinear", [f"{tensor.name}.{part}" for part in parts], [tensor.name], axis=0))
    nodes = unpack + list(model.graph.node)
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(kept)
    model.graph.node.extend(nodes)


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
        elif not os.path.exists(path + ".checkpoint"):
            print("no", path + ".pt: left as it is")
            continue
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
        if name in AS_BYTES:
            as_bytes(graph)
            onnx.save(graph, out)
        onnx.checker.check_model(graph)
        kinds = sorted({n.op_type for n in graph.graph.node})
        print(out, os.path.getsize(out) // 1024, "KiB", kinds)


if __name__ == "__main__":
    main()
