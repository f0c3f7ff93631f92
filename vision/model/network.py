"""What the scripts that train small networks share: a block of layers, and the file that OpenCV reads."""

from pathlib import Path

import torch
from torch import nn


def block(before: int, after: int, size: int, stride: int = 1) -> list[nn.Module]:
    """A convolution, its batch norm and ReLU."""
    conv = nn.Conv2d(before, after, size, stride, size // 2, bias=False)
    return [conv, nn.BatchNorm2d(after), nn.ReLU()]


def export(body: nn.Sequential, convs: tuple[int, ...], shape: tuple[int, int, int], path: Path) -> None:
    """Write ONNX that OpenCV 4.6 and 5 both read: opset 13, batch norm folded in, the batch's size left open.

    `convs` are the places of the body's convolutions, `shape` a crop's channels, height and width.
    """
    body.eval()
    pairs = [[str(at), str(at + 1)] for at in convs]
    plain = torch.ao.quantization.fuse_modules(body, pairs, inplace=False)
    axes = {"crops": {0: "n"}, "scores": {0: "n"}}
    torch.onnx.export(
        plain, (torch.zeros(1, *shape),), str(path), opset_version=13, input_names=["crops"],
        output_names=["scores"], dynamic_axes=axes, dynamo=False,
    )  # fmt: skip
