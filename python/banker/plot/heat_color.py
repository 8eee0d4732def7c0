"""From good (bright yellow) over green to bad (dark blue); lightness falls evenly, for a grey printer too."""

from __future__ import annotations

import numpy as np
from matplotlib.colors import ListedColormap

from .arrays import Array

_GOOD = np.array([0.92, -0.02, 0.15])  # OKLab: lightness, green to red, blue to yellow
_BAD = np.array([0.33, 0.0, -0.115])
_BEND = -0.06  # to green
_TO_CONES = np.array([
    [1.0, 0.3963377774, 0.2158037573],
    [1.0, -0.1055613458, -0.0638541728],
    [1.0, -0.0894841775, -1.291485548],
])
_TO_LIGHT = np.array([
    [4.0767416621, -3.3077115913, 0.2309699292],
    [-1.2684380046, 2.6097574011, -0.3413193965],
    [-0.0041960863, -0.7034186147, 1.707614701],
])


def light(level: Array) -> Array:
    """Linear red, green, blue of levels from 0, the best, to 1: a straight line in OKLab, bent a little."""
    t = np.clip(level, 0, 1)[..., None]
    lab = (1 - t) * _GOOD + t * _BAD + 4 * _BEND * t * (1 - t) * np.array([0.0, 1.0, 0.0])
    return np.asarray(np.clip((lab @ _TO_CONES.T) ** 3 @ _TO_LIGHT.T, 0, 1))


def colors(level: Array) -> Array:
    """The same with the curve of sRGB."""
    linear = light(level)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


def ink_on(level: float) -> str:
    """Black or white, whichever has more contrast there."""
    luminance = light(np.asarray(level)) @ np.array([0.2126, 0.7152, 0.0722])
    return "#000000" if luminance > 0.179 else "#ffffff"


HEAT = ListedColormap(colors(np.linspace(0, 1, 256)), "banker-heat")
