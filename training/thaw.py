"""Weights of an ONNX file of `export.py`, so that a net can go on learning from them."""

import numpy as np
import onnx
import torch
import torch.nn as nn
from onnx import numpy_helper


def thaw(model, path, views):
    """Loads the file's weights into `model`. The batch norms, which the file has folded into the convolutions,
    are taken out of them again by what the layers make of `views` [b, c, h, w]: then they do not change
    what the net says, neither with these statistics nor with those of a batch like the views."""
    kernels = convolutions(path)
    order = executed(model, views[:1])
    convs = [module for module in order if isinstance(module, nn.Conv2d)]
    assert len(convs) == len(kernels), f"{path}: {len(kernels)} convolutions instead of {len(convs)}"
    with torch.no_grad():
        for conv, (kernel, bias) in zip(convs, kernels):
            conv.weight.copy_(torch.tensor(kernel))
            follows = order[order.index(conv) + 1] if conv.bias is None else conv
            follows.bias.copy_(torch.tensor(bias))
        norms = [module for module in order if isinstance(module, nn.BatchNorm2d)]
        for norm in norms:
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
            norm.weight.fill_(1)
        for norm, (mean, variance) in zip(norms, statistics(model, norms, views)):
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)
            norm.weight.copy_((variance + norm.eps).sqrt())
            norm.bias.add_(mean)


def convolutions(path):
    """Kernel and bias of each convolution of the file, in the order of execution."""
    graph = onnx.load(path).graph
    values = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        if node.op_type == "DequantizeLinear":
            steps, scale, _ = (values[name] for name in node.input)
            values[node.output[0]] = steps * scale.reshape(-1, *[1] * (steps.ndim - 1))
    return [[np.float32(values[name]) for name in node.input[1:]] for node in graph.node if node.op_type == "Conv"]


def hooked(model, kinds, hook, views):
    """Runs the net as it is used, with `hook(module, input)` before each module of these kinds."""
    handles = [
        module.register_forward_pre_hook(lambda module, inputs: hook(module, inputs[0]))
        for module in model.modules() if isinstance(module, kinds)
    ]
    training = model.training
    model.eval()
    with torch.no_grad():
        model(views)
    model.train(training)
    for handle in handles:
        handle.remove()


def executed(model, views):
    """The convolutions and batch norms in the order of execution."""
    order = []
    hooked(model, (nn.Conv2d, nn.BatchNorm2d), lambda module, _: order.append(module), views)
    return order


def statistics(model, norms, views):
    """(mean, variance) of each channel of what comes to each batch norm."""
    seen = {}
    hooked(model, nn.BatchNorm2d, lambda module, x: seen.__setitem__(module, (x.mean((0, 2, 3)), x.var((0, 2, 3)))), views)
    return [seen[norm] for norm in norms]
