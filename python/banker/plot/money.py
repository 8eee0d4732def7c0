"""How decisions were paid: by whom, and the arcs that show it."""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple

import numpy as np

from .._result_text import plural, pretty
from .numbers import Array, whole

Flow = Mapping[str, Any]

_FOOT = 0.92  # of half a slot is covered with feet; the rest keeps neighbours apart
_WIDEST = 8.0  # points: more is no picture of a payment
_BEND = 0.6  # rise ~ span^_BEND: short payments can be seen beside long ones


class Arcs(NamedTuple):
    """Of the payments, in their order. The widest possible one, all that a group needs, is `unit`."""

    start: Array  # rounds
    end: Array
    rise: Array  # of a payment from the first round to the last: 1
    width: Array  # points
    unit: float


def arcs_of(flow: Flow, width: float) -> Arcs:
    """Savings leave from the right half of the group that pays, and land in the left half of the one paid."""
    edges = np.concatenate([[0.0], flow["ends"]])
    last = edges[-1]
    halves = 0.5 * np.diff(edges) * width / last  # points
    unit = min(_WIDEST, _FOOT * float(halves.max()))
    paid = np.asarray(flow["paid"], dtype=float).reshape(-1, 3)
    source, target = paid[:, 0].astype(int), paid[:, 1].astype(int)
    needed = np.asarray(flow["scale"], dtype=float)[target]
    widths = np.divide(unit * paid[:, 2], needed, out=np.zeros_like(needed), where=needed > 0)
    start, end = np.zeros_like(widths), np.zeros_like(widths)
    for g, half in enumerate(halves):
        left = edges[g] * width / last
        # In an order that nests the arcs: the longest leaves from the far left and lands on the far right.
        for places, own, other, begin in ((start, source, target, left + half), (end, target, source, left)):
            feet = np.flatnonzero(own == g)
            feet = feet[np.argsort(-other[feet], kind="stable")]
            places[feet] = _stand(widths[feet], begin, half)
    rise = (np.abs(end - start) / width) ** _BEND
    return Arcs(start * last / width, end * last / width, rise, widths, unit)


def _stand(widths: Array, begin: float, room: float) -> Array:
    """The middles of feet: side by side in the middle of the room; one on the other if they are wider."""
    total = widths.sum()
    squeeze = min(1.0, _FOOT * room / total) if total > 0 else 1.0
    return np.asarray(begin + 0.5 * (room - squeeze * total) + squeeze * (np.cumsum(widths) - 0.5 * widths))


def example_of(flow: Flow) -> int:
    """The group that is traced back: the last, or if that is cut short and needs less, the one before."""
    scale = flow["scale"]
    last = len(scale) - 1
    return last - 1 if last > 0 and scale[last - 1] > scale[last] else last


def trace(flow: Flow, group: int) -> Array:
    """For each payment, which share of the group's capital went through it, back to the loans."""
    into: list[list[int]] = [[] for _ in flow["ends"]]
    for i, (_, target, _) in enumerate(flow["paid"]):
        into[target].append(i)
    share = np.zeros(len(into))
    share[group] = 1.0
    part = np.zeros(len(flow["paid"]))
    for g in range(group, -1, -1):
        needed = flow["scale"][g]
        # What a group pays to itself goes round in it, and came from others before.
        others = needed - sum(flow["paid"][i][2] for i in into[g] if flow["paid"][i][0] == g)
        if not (share[g] > 0 and others > 0):
            continue
        for i in into[g]:
            source, _, amount = flow["paid"][i]
            part[i] = share[g] * amount / (needed if source == g else others)
            if source < g:
                share[source] += part[i]
    return part


def name_of(flow: Flow, g: int) -> str:
    """ "rounds 121 to 132" """
    last, before = flow["ends"][g], flow["ends"][g - 1] if g else 0
    return f"round {whole(last)}" if last - before == 1 else f"rounds {whole(before + 1)} to {whole(last)}"


def summary(flow: Flow) -> str:
    """The picture in a sentence."""
    ends, scale = np.asarray(flow["ends"]), np.asarray(flow["scale"], dtype=float)
    first = f"the first {whole(ends[-1])}"
    rounds = np.where(scale > 0, np.diff(ends, prepend=0), 0)
    if rounds.sum() == 0:
        return f"No capital was needed for {first} decisions."
    lent = np.add(flow["borrowed"], flow["reserve"]) / np.where(scale > 0, scale, 1)
    mean = float((rounds * lent).sum() / rounds.sum())
    part = pretty(100 * mean, 2)
    begin = f"A decision borrowed {part} % of what it needed, then or earlier (mean of {first})."
    if not flow["paid"]:
        return begin
    count, size = f"{_payers(flow):.1f}", int(ends[0])
    group = "round" if size == 1 else f"group of {plural(size, 'round')}"
    groups = "rounds" if size == 1 else f"groups of {plural(size, 'round')}"
    how = f"one {group} had paid it all" if count == "1.0" else f"{count} {groups} had shared it equally"
    return f"{begin} Savings paid the rest, as if {how}."


def _payers(flow: Flow) -> float:
    """1 / sum of share^2 over those who paid a group: how many they are if all pay alike; the mean of it."""
    paid = np.asarray(flow["paid"], dtype=float)
    target, amount = paid[:, 1].astype(int), paid[:, 2]
    count = len(flow["ends"])
    total = np.bincount(target, amount, count)
    squares = np.bincount(target, amount**2, count)
    known = total > 0
    weight = total[known] / np.asarray(flow["scale"], dtype=float)[known]
    return float((weight * total[known] ** 2 / squares[known]).sum() / weight.sum())
