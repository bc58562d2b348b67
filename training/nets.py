"""The three nets, all fully convolutional. They see `augment.contrast` of a picture."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def conv(i, o, k, stride):
    return nn.Sequential(
        nn.Conv2d(i, o, k, stride, k // 2, bias=False), nn.BatchNorm2d(o), nn.ReLU()
    )


class Residual(nn.Module):
    def __init__(self, c, dilation=1):
        super().__init__()
        self.a = nn.Conv2d(c, c, 3, padding=dilation, dilation=dilation, bias=False)
        self.an = nn.BatchNorm2d(c)
        self.b = nn.Conv2d(c, c, 3, padding=1, bias=False)
        self.bn = nn.BatchNorm2d(c)
        nn.init.zeros_(self.bn.weight)  # a new block passes its input on

    def forward(self, x):
        return F.relu(x + self.bn(self.b(F.relu(self.an(self.a(x))))))


def balanced(x):
    """Brightness and mask centred, the contrast channels about as large."""
    return torch.cat([(x[:, :2] - 0.5) * 4, 2 * x[:, 2:]], 1)


class Coarse(nn.Module):
    """[B, 8, 256, 256] -> logits [B, 3, 64, 64] at pixels 4i: inside the outer lines; near a corner
    of them; inside those of another board."""

    def __init__(self):
        super().__init__()
        c = [16, 32, 64, 96, 128]
        self.down = nn.ModuleList([
            conv(8, c[0], 3, 2),
            nn.Sequential(conv(c[0], c[1], 3, 2), Residual(c[1])),
            nn.Sequential(conv(c[1], c[2], 3, 2), Residual(c[2])),
            nn.Sequential(conv(c[2], c[3], 3, 2), Residual(c[3])),
            nn.Sequential(conv(c[3], c[4], 3, 2), Residual(c[4]), Residual(c[4], 2)),
        ])
        self.up = nn.ModuleList([
            conv(c[4] + c[3], 64, 3, 1), conv(64 + c[2], 48, 3, 1), conv(48 + c[1], 32, 3, 1),
        ])
        self.out = nn.Conv2d(32, 3, 1)

    def forward(self, x):
        x = balanced(x)
        levels = []
        for stage in self.down:
            x = stage(x)
            levels.append(x)
        for stage, skip in zip(self.up, (3, 2, 1)):
            x = stage(torch.cat([F.interpolate(x, scale_factor=2.0, mode="nearest"), levels[skip]], 1))
        return self.out(x)


class Fine(nn.Module):
    """[B, 8, 8k+1, 8k+1] -> [B, 4, k+1, k+1] for assumed lattice positions at pixels 8i: the step in cells
    (x, y) to the nearest true crossing, and logits that this crossing is inside the outer lines
    and that the assumed spacing is the true one."""

    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            conv(8, 16, 3, 2), conv(16, 32, 3, 2), Residual(32), conv(32, 64, 3, 2),
            Residual(64), Residual(64, 2), Residual(64), Residual(64, 2), Residual(64),
        )
        self.out = nn.Conv2d(64, 4, 1)

    def forward(self, x):
        return self.out(self.features(balanced(x)))


class Stones(nn.Module):
    """[B, 8, 16k+1, 16k+1] -> [B, 23, k+1, k+1] for crossings at pixels 16i: logits (empty, black,
    white) of what the crossing holds; then, for the four places that lie 0 or half a cell right of and
    below it (`places`), logits (no stone, black, white) of a stone's middle near the place, and the
    way to that middle in cells (x, y)."""

    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            conv(8, 16, 5, 2), conv(16, 32, 3, 2), Residual(32), conv(32, 64, 3, 2), Residual(64),
            conv(64, 96, 3, 2), Residual(96), Residual(96), Residual(96, 2),
        )
        self.out = nn.Conv2d(96, 3, 1)
        self.middles = nn.Sequential(conv(96, 96, 3, 1), nn.Conv2d(96, 20, 1))

    def forward(self, x):
        x = self.features(balanced(x))
        return torch.cat([self.out(x), self.middles(x)], 1)


def places(maps):
    """[B, 5, 2k+1, 2k+1] of the output of `Stones`: every half cell (no stone, black, white, x, y)."""
    return F.pixel_shuffle(maps[:, 3:], 2)[:, :, :-1, :-1]


NETS = {"coarse": Coarse, "fine": Fine, "stones": Stones}
