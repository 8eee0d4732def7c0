"""Pictures of results: those of the report's page, with matplotlib.

Only plot() is for everyone. matplotlib is imported when it is called.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .curves import Log, Overlay
    from .pictures import Picture
    from .view import Agents

__all__ = ["KINDS", "plot"]

_OF_ONE_CELL = ("regret", "ranks", "bank", "capital", "open", "scale", "invested", "probabilities")
KINDS = (*_OF_ONE_CELL, "map", "scores", "all")
_ALSO = {"investment": "invested", "total_invested": "invested"}  # the column is called so
_CURVES = ("regret", "open", "scale", "invested", "all")
_MATPLOTLIB = {"ax": "axes", "figsize": "size"}  # what matplotlib calls them, and what plot() does

_Plot = TypeVar("_Plot", bound=Callable[..., Any])


def _with_hints(draw: _Plot) -> _Plot:
    """Says what plot() calls an option that has another name in matplotlib."""

    @functools.wraps(draw)
    def hinting(*arguments: Any, **options: Any) -> Any:
        for theirs in _MATPLOTLIB.keys() & options.keys():
            raise TypeError(f"plot() has no option {theirs}: here it is {_MATPLOTLIB[theirs]}")
        return draw(*arguments, **options)

    return cast(_Plot, hinting)


@_with_hints
def plot(
    results: Any,
    kind: str = "regret",
    *,
    cell: int = 0,
    agents: Agents = None,
    log: Log = None,
    axes: Axes | Iterable[Axes] | None = None,
    overlay: Overlay = None,
    title: str | None = None,
    size: tuple[float, float] | None = None,
) -> Figure:
    """A figure of what simulate() or compare() returned.

    >>> results = banker.compare(["banker", "uniform"], delays="fixed:20", arms=3, rounds=500, runs=2)
    >>> figure = results.plot()
    >>> [text.get_text() for text in figure.texts][:2]
    ['Regret over time', 'bernoulli, delays fixed:20, 3 arms, 500 rounds']
    >>> [line.get_label() for line in figure.axes[0].lines if not line.get_label().startswith("_")]
    ['banker', 'uniform']
    >>> results.plot("bank", agents="uniform")
    Traceback (most recent call last):
    ValueError: there is no bank to draw: none of uniform has one

    kind is one of KINDS:
        regret         mean regret over time, with 95 % bands
        ranks          how far agents are behind the best, with paired 95 % intervals
        bank           who paid for decisions: arcs from savings to the decisions that they pay for
        capital        where the capital of a bank is over the run
        open           rounds that wait for their outcome
        scale          capital that a decision takes
        invested       all that was borrowed so far
        probabilities  of the arms, a panel per agent; of linear problems the point that was played
        map            agents by problems: shares of the regret of share_of, or multiples of the best
        scores         the mean share of an agent over the problems; needs share_of
        all            every one that the results have, below one another
    cell: the number of the problem, in the order of results.cells; map and scores show all problems.
    agents: a name, or names; otherwise all, or the best eight. Agents have the same colours in every picture.
    log: True for logarithmic axes, or "x" or "y" for one, False for none; of curves. None: none, but "y" for
        scale if a few rounds have so much of it that the others could not be told apart.
    overlay: "certificate", "bound", or both: those of the first run, on regret.
    axes: matplotlib Axes to draw into, or several for kinds with a panel per agent; otherwise a new figure.
    title: instead of ours; "" for none.
    size: of a new figure, (width, height) in inches; of "all" only the width counts.

    A figure shows itself where a notebook's cell ends with it; with windows, pyplot.show() does it.
    ValueError: what was asked for is not there, and what is.
    """
    kind = _ALSO.get(kind, kind)
    _check(kind, log, overlay)
    _need_matplotlib()
    from . import kinds
    from .pictures import figure_of
    from .view import Missing, view_of

    given = None if axes is None else _axes(axes, kind, size)
    try:
        view = view_of(results, cell, agents)
        pictures = kinds.pictures(view, kind, log, overlay, None if given is None else len(given))
    except Missing as error:
        raise ValueError(str(error)) from None
    if title is not None:
        _rename(pictures, title, kind)
    if given is None:
        return figure_of(pictures, _size(size))
    picture = pictures[0]
    if len(picture.panels) != len(given):
        panels = len(picture.panels)
        many = f"{kind} draws {panels} here, one per agent, but there are {len(given)} axes"
        raise ValueError(f"{many}: say which agents, or pass as many axes")
    if title is not None and len(given) == 1:
        picture.panels[0].title = title
    return picture.draw_into(given)


def _check(kind: str, log: Log, overlay: Overlay) -> None:
    if kind not in KINDS:
        raise ValueError(f"there is no kind {kind!r}: there are {', '.join(KINDS)}")
    if log not in (None, False) and kind not in _CURVES:
        raise ValueError(f"log is for curves, as in {', '.join(_CURVES[:-1])}; {kind} has none")
    if overlay is not None and kind not in ("regret", "all"):
        raise ValueError(f"an overlay goes on regret, not on {kind}")


def _need_matplotlib() -> None:
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        words = "plot() needs matplotlib, which is not installed: pip install matplotlib"
        raise ImportError(words) from error


def _axes(axes: Any, kind: str, size: Any) -> list[Axes]:
    from matplotlib.axes import Axes

    given = list(getattr(axes, "flat", axes)) if isinstance(axes, Iterable) else [axes]
    if not given or not all(isinstance(one, Axes) for one in given):
        raise TypeError("axes are matplotlib Axes, one or several, as pyplot.subplots() makes them")
    if kind == "all":
        raise ValueError("all pictures make a figure of their own: leave axes out, or ask for one kind")
    if size is not None:
        raise ValueError("size is of a new figure; axes have theirs already")
    return given


def _size(size: Any) -> tuple[float, float] | None:
    if size is None:
        return None
    width, height = (float(side) for side in size)
    if not (2 <= width <= 200 and 1.5 <= height <= 200):
        raise ValueError(f"size is (width, height) in inches, at least (2, 1.5), not {size!r}")
    return width, height


def _rename(pictures: list[Picture], title: str, kind: str) -> None:
    from .pictures import Picture

    if kind == "all" and title:
        pictures.insert(0, Picture(title, "", []))
    elif kind != "all":
        pictures[0].rename(title)
