"""How the pictures look: the colours of the report's light page, and the measures of text."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Sequence, Union

import matplotlib
import matplotlib.style
import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from .numbers import Array

INK = "#1b1f24"
QUIET = "#5b636d"
LINE = "#e1e4e8"
EDGE = "#8a929c"
PAPER = "#ffffff"
ACCENT = "#0b62a8"
LOAN = "#d0610f"
SAVED = "#1f6fb5"
WAITING = "#8a929c"
SERIES = ("#0b62a8", "#b8500a", "#1f9d92", "#a3066a", "#b08d00", "#8f86f3", "#6224f5", "#4a3a1c")
RAMP = ("#c9d2dc", "#dbe1e8", "#b7c2cf", "#e6eaef", "#a6b3c2")  # quiet ones, of the arms that are not best

TITLE = 11.0  # points
PART = 9.5  # of a panel's title
TEXT = 8.5
ROW = 12.0  # from line to line of TEXT

Dash = Union[str, "tuple[float, Sequence[float]]"]
# In widths of the line.
_DASHES: tuple[Dash, ...] = ("-", (0, (3.5, 2)), (0, (1, 1.5)), (0, (4.5, 1.5, 1, 1.5)))
BOUND: Dash = (0, (1.2, 2.4))
CERTIFICATE: Dash = (0, (8, 3.2))


class Look(NamedTuple):
    """A colour that the colour-blind can tell from its neighbours, and from the ninth on a dash as well."""

    color: str
    dash: Dash = "-"


def series_look(agent: int) -> Look:
    """Of an agent, by its place in the study: the same in every picture."""
    return Look(SERIES[agent % len(SERIES)], _DASHES[agent // len(SERIES) % len(_DASHES)])


def part_look(index: int) -> Look:
    """Of parts of one agent, such as coordinates: no agent's colour, but shades of ink."""
    return Look((INK, EDGE)[index % 2], _DASHES[index // 2 % len(_DASHES)])


def house_style() -> AbstractContextManager[Any]:
    """matplotlib's defaults with our sizes, but the reader's fonts; what they have set is back afterwards."""
    fonts = {key: matplotlib.rcParams[key] for key in matplotlib.rcParams if key.startswith("font.")}
    ours = {"font.size": TEXT, "text.color": INK, "text.usetex": False, "text.parse_math": False}
    context: AbstractContextManager[Any] = matplotlib.style.context(["default", {**fonts, **ours}])
    return context


def text_width(content: str, size: float = TEXT, weight: str = "normal") -> float:
    """In points; a little more, as renderers round letters to pixels."""
    font = FontProperties(size=size, weight=weight)
    return 1.03 * float(text_to_path.get_text_width_height_descent(content, font, ismath=False)[0])


def fit(content: str, width: float, size: float = TEXT, weight: str = "normal", end: int = 0) -> str:
    """The text, cut to a width; so many letters of its end stay, where names differ there."""
    if text_width(content, size, weight) <= width:
        return content
    for kept in range(len(content) - 1, 0, -1):
        tail = content[-end:] if 0 < 2 * end <= kept else ""
        cut = f"{content[:kept - len(tail)].rstrip()}…{tail}"
        if text_width(cut, size, weight) <= width:
            return cut
    return ""


def wrap(content: str, width: float, size: float = TEXT, weight: str = "normal") -> list[str]:
    """The text in lines; a word that is too long is cut."""
    lines: list[str] = []
    for word in content.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, weight) <= width:
            lines[-1] = longer
        else:
            lines.append(fit(word, width, size, weight))
    return lines


# Of heat maps: from good (bright yellow) over green to bad (dark blue); lightness falls evenly, for a grey
# printer too.
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
