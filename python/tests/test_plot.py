"""Pictures show the numbers of the results, inside of their figures, and leave the settings alone."""

from __future__ import annotations

import doctest
import functools
import importlib
import inspect
import itertools
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest

import banker
import banker.plot

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

from matplotlib import pyplot  # noqa: E402
from matplotlib.colors import to_hex  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402

from banker.plot import KINDS, plot  # noqa: E402

SMALL = (4.2, 3.2)
AGENTS = ["banker", "banker-tinf", "tsallis-inf", "uniform"]


@functools.lru_cache(None)
def study():
    return banker.compare(AGENTS, delays="fixed:50", arms=5, rounds=2000, runs=3, seed=1)


@functools.lru_cache(None)
def suite():
    """Twelve problems, each with more than the page has details of."""
    losses, delays = ["bernoulli:0.1", "switching"], ["none", "fixed:50", "geometric:20"]
    return banker.compare(AGENTS, losses, delays, arms=[3, 8], rounds=400, runs=2, seed=1, share_of="uniform")


@functools.lru_cache(None)
def one_run():
    return banker.simulate("banker", delays="fixed:20", arms=3, rounds=300, runs=1, seed=1)


@functools.lru_cache(None)
def body():
    return banker.simulate("banker-bolo", "linear-fixed", "fixed:10", arms=3, rounds=300, runs=2, seed=1)


def entries(results, cell=0):
    data = results.data
    return {data["agents"][one["agent"]]["name"]: one for one in data["cells"][cell]["agents"]}


def line(figure, label, axes=0):
    (found,) = [one for one in figure.axes[axes].lines if one.get_label() == label]
    return found


def labels(ax):
    return [one.get_label() for one in ax.lines if not one.get_label().startswith("_")]


def texts(figure):
    every = figure.findobj(matplotlib.text.Text)
    return [one.get_text() for one in every if one.get_text() and one.get_visible()]


def collection(ax, label):
    (found,) = [one for one in ax.collections if one.get_label() == label]
    return found


# What is drawn.


def test_regret_is_the_mean_with_its_band():
    figure = study().plot()
    bands = [one for one in figure.axes[0].collections]
    for place, (name, entry) in enumerate(entries(study()).items()):
        curve = entry["curve"]
        expected = np.column_stack([curve["round"], curve["mean"]])
        np.testing.assert_array_equal(line(figure, name).get_xydata(), expected)
        corners = bands[place].get_paths()[0].vertices
        mean, half = np.array(curve["mean"]), np.array(curve["half"])
        assert np.isclose(corners[:, 1].max(), (mean + half).max(), rtol=1e-12)
        assert np.isclose(corners[:, 1].min(), (mean - half).min(), rtol=1e-12)
    assert labels(figure.axes[0]) == AGENTS
    assert "Mean of 3 runs; bands are 95 % intervals of the mean at each round." in " ".join(texts(figure))


def test_overlays_are_those_of_the_first_run():
    figure = study().plot(overlay=["bound", "certificate"], agents="banker-tinf")
    trace = entries(study())["banker-tinf"]["trace"]
    for kind in ("bound", "certificate"):
        np.testing.assert_array_equal(line(figure, f"{kind} of banker-tinf").get_ydata(), trace[kind])
        assert f"{kind} of banker-tinf ↑" in texts(figure)  # it leaves the picture
    top = max(entries(study())["banker-tinf"]["curve"]["mean"])
    assert figure.axes[0].get_ylim()[1] <= 2 * top  # and does not squeeze the curves


@pytest.mark.parametrize("log, x, y", [(True, "log", "log"), ("x", "log", "linear"), ("y", "linear", "log")])
def test_logarithmic_axes(log, x, y):
    ax = study().plot(log=log).axes[0]
    assert (ax.get_xscale(), ax.get_yscale()) == (x, y)


def test_points_without_a_place_on_an_axis_are_said():
    data = {**study().data}
    cell = {**data["cells"][0]}
    entry = dict(cell["agents"][0])
    entry["curve"] = {"round": [1, 2, 3], "mean": [-1.0, 0.0, 5.0], "half": None}
    data["cells"] = [{**cell, "agents": [entry]}]
    figure = plot(data, log="y")
    assert "2 points at or below 0 are not on a logarithmic axis." in " ".join(texts(figure))
    np.testing.assert_array_equal(line(figure, "banker").get_ydata(), [np.nan, np.nan, 5.0])


@pytest.mark.parametrize("kind, key", [
    ("scale", "scale"), ("invested", "invested"), ("investment", "invested"),
])
def test_inside_a_run(kind, key):
    figure = study().plot(kind)
    assert labels(figure.axes[0]) == ["banker", "banker-tinf"]  # only they have a bank
    for name in labels(figure.axes[0]):
        trace = entries(study())[name]["trace"]
        expected = np.column_stack([trace["round"], trace[key]])
        np.testing.assert_array_equal(line(figure, name).get_xydata(), expected)


def test_scale_is_logarithmic_where_the_first_rounds_would_flatten_it():
    assert study().plot("scale").axes[0].get_yscale() == "log"
    assert "σ is on a logarithmic axis (log=False: linear)." in " ".join(texts(study().plot("scale")))
    assert study().plot("scale", log=False).axes[0].get_yscale() == "linear"
    data = study().data
    cell = dict(data["cells"][0])
    even = {"scale": [2.0, 1.0, 1.0], "round": [1, 2, 3]}
    cell["agents"] = [{**one, "trace": {**one["trace"], **even}} for one in cell["agents"]]
    assert plot({**data, "cells": [cell]}, "scale").axes[0].get_yscale() == "linear"
    assert study().plot("invested").axes[0].get_yscale() == "linear"


def test_open_rounds_are_one_curve_where_all_are_the_same():
    figure = study().plot("open")
    assert labels(figure.axes[0]) == ["every agent"]
    trace = entries(study())["banker"]["trace"]
    np.testing.assert_array_equal(line(figure, "every agent").get_ydata(), trace["outstanding"])


def test_probabilities_are_stacked_to_one():
    figure = study().plot("probabilities")
    assert len(figure.axes) == len(AGENTS)
    for ax, (name, entry) in zip(figure.axes, entries(study()).items()):
        detail = entry["trace"]["detail"]
        arms = sorted(detail["arms"], key=lambda arm: not arm["best"])
        below = np.zeros(len(detail["ends"]))
        for arm, area in zip(arms, ax.collections):
            assert area.get_label() == arm["name"] + (" (best)" if arm["best"] else "")
            corners = area.get_paths()[0].vertices
            for end, low, share in list(zip(detail["ends"], below, arm["share"]))[:-1]:
                heights = corners[corners[:, 0] == end, 1]
                assert np.isclose(heights.min(), low) and np.isclose(heights.max(), low + share)
            below = below + arm["share"]
        np.testing.assert_allclose(below, 1, atol=1e-4)  # the report rounds


def test_points_of_a_body_are_curves():
    figure = body().plot("probabilities")
    arms = entries(body())["banker-bolo"]["trace"]["detail"]["arms"]
    for arm in arms:
        np.testing.assert_array_equal(line(figure, arm["name"]).get_ydata(), arm["share"])


@pytest.mark.parametrize("agent", ["banker", "banker-tinf"])
def test_bank_has_an_arc_for_every_payment(agent):
    ax = study().plot("bank", agents=agent).axes[0]
    flow = entries(study())[agent]["trace"]["detail"]["bank"]["flow"]
    shares = np.array([amount / flow["scale"][to] for _, to, amount in flow["paid"]])
    widths = np.sort(collection(ax, "payments").get_linewidths())
    unit = widths.max() / shares.max()
    seen = np.sort(shares[unit * shares >= 0.01])
    assert len(widths) == len(seen) > 10
    np.testing.assert_allclose(widths, unit * seen)
    edges = np.concatenate([[0], flow["ends"]])
    order = np.argsort(shares, kind="stable")[len(shares) - len(seen):]
    for path, i in zip(collection(ax, "payments").get_paths(), order):
        x = path.vertices[:, 0]
        source, target, _ = flow["paid"][i]
        assert edges[source] <= x.min() and x.max() <= edges[target + 1]
        assert path.vertices[:, 1].max() > 0


def test_bars_of_the_bank_are_shares():
    ax = study().plot("bank", agents="banker").axes[0]
    flow = entries(study())["banker"]["trace"]["detail"]["bank"]["flow"]
    heights = {bars.get_label(): np.array([-bar.get_height() for bar in bars]) for bars in ax.containers}
    scale = np.array(flow["scale"])
    np.testing.assert_allclose(heights["borrowed"], np.array(flow["borrowed"]) / scale)
    np.testing.assert_allclose(heights["from the reserve"], np.array(flow["reserve"]) / scale)
    np.testing.assert_allclose(sum(heights.values()), 1, atol=1e-4)  # the report rounds


def test_bank_draws_a_pool_and_a_list():
    titles = [text for text in texts(study().plot("bank")) if ": " in text and "savings pay" in text]
    assert titles == [
        "banker: all savings pay together, from a pool",
        "banker-tinf: savings pay one after the other, from a list",
    ]


def test_capital_is_open_and_saved():
    ax = study().plot("capital", agents="banker").axes[0]
    bank = entries(study())["banker"]["trace"]["detail"]["bank"]
    top = max(opened + saved for opened, saved in zip(bank["open"], bank["saved"]))
    for label, highest in (("in savings", top), ("with decisions that wait", max(bank["open"]))):
        corners = collection(ax, label).get_paths()[0].vertices
        assert np.isclose(corners[:, 1].max(), highest)


def test_ranks_are_paired_differences():
    figure = study().plot("ranks")
    drawn = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert drawn == sorted(AGENTS, key=lambda name: entries(study())[name]["regret"]["mean"])
    for name in drawn:
        behind = entries(study())[name]["behind"] or {"mean": 0.0, "half": None}
        assert line(figure, name).get_xdata()[0] == behind["mean"]
        if behind["half"]:
            low, high = line(figure, f"{name}, interval").get_xdata()
            assert np.isclose((low + high) / 2, behind["mean"]) and np.isclose(high - low, 2 * behind["half"])


def test_scores_with_the_worst_problem():
    figure = suite().plot("scores")
    for score in suite().data["scores"]:
        name = suite().data["agents"][score["agent"]]["name"]
        assert line(figure, name).get_xdata()[0] == score["score"]
        assert line(figure, f"{name}, worst").get_xdata()[0] == score["shares"][score["worst_cell"]]


def test_the_reference_has_no_error_of_its_share():
    size = {"arms": 3, "rounds": 200, "runs": 3}
    results = banker.compare(AGENTS[:3], delays=["none", "fixed:9"], **size, share_of="banker")
    assert all(score["stderr"] > 0 for score in results.data["scores"])
    figure = results.plot("scores")
    drawn = {one.get_label() for one in figure.axes[0].lines}
    assert "banker, interval" not in drawn and "banker-tinf, interval" in drawn
    assert texts(figure).count("1.000") == 2  # its score and its worst share


def test_map_shows_shares():
    figure = suite().plot("map")
    mesh = figure.axes[0].collections[0]
    shares = np.array([score["shares"] for score in suite().data["scores"]])
    np.testing.assert_array_equal(np.asarray(mesh.get_array()).reshape(shares.shape), shares)
    assert f"{shares[0, 0]:.3f}" in texts(figure)
    best = [patch for patch in figure.axes[0].patches if patch.get_label() == "best"]
    assert len(best) == sum((column == column.min()).sum() for column in shares.T)
    assert (mesh.norm.vmin, mesh.norm.vmax) == (0.125, 1)


@pytest.mark.parametrize("shares, limits, note", [
    ([[0.3, 0.9], [1, 1]], (0.125, 1), "Each doubling from 1/8 to 1 is a third"),
    ([[0.3, 1.45], [1, 1]], (0.25, 2), "Each doubling from 1/4 to 2 is a third"),
    ([[1, 1], [1.2, 3.79]], (0.5, 4), "Each doubling from 1/2 to 4 is a third"),
    ([[-0.1, 1], [1.2, 99]], (0.125, 8), "Each doubling from 1/8 to 8 is a sixth"),
])
def test_map_tells_shares_above_one_apart(shares, limits, note):
    data = {**suite().data, "cells": suite().data["cells"][:2]}
    data["scores"] = [{**one, "shares": row} for one, row in zip(data["scores"], shares)]
    figure = plot(data, "map")
    norm = figure.axes[0].collections[0].norm
    assert (norm.vmin, norm.vmax) == limits
    said = texts(figure)
    assert "1" in said and note in " ".join(said)
    high = f"{limits[1]:g}"
    assert (f"≥ {high}" if limits[1] == 8 else high) in said


def test_map_without_a_reference_shows_multiples_and_holes():
    data = {**suite().data, "scores": None}
    data["cells"] = [dict(cell) for cell in data["cells"]]
    data["cells"][1]["agents"] = [one for one in data["cells"][1]["agents"] if one["agent"] != 0]
    mesh = plot(data, "map").axes[0].collections[0]
    values = np.ma.asarray(mesh.get_array()).reshape(len(AGENTS), len(data["cells"]))
    np.testing.assert_allclose(values.min(axis=0), 1)
    assert np.ma.getmaskarray(values).sum() == 1


def test_colours_are_those_of_the_page():
    expected = ["#0b62a8", "#b8500a", "#1f9d92", "#a3066a"]
    for agents in (None, ["uniform", "banker"]):  # of an agent, not of a place
        figure = study().plot(agents=agents)
        for name in agents or AGENTS:
            assert to_hex(line(figure, name).get_color()) == expected[AGENTS.index(name)]


def test_which_of_several_problems_is_drawn():
    count = len(suite().cells)
    for cell, place in ((0, 1), (3, 4), (-1, count), (-count, 1)):
        figure = suite().plot(cell=cell)
        assert figure.texts[1].get_text().endswith(f" (problem {place} of {count})")
    curve = entries(suite(), -1)["banker"]["curve"]
    np.testing.assert_array_equal(line(suite().plot(cell=-1), "banker").get_ydata(), curve["mean"])
    assert "problem" not in study().plot().texts[1].get_text()


def test_the_method_has_the_signature_of_the_function():
    options = inspect.signature(study().plot).parameters
    assert list(options) == ["kind", "cell", "agents", "log", "axes", "overlay", "title", "size"]
    assert "probabilities  of the arms" in inspect.getdoc(study().plot)


@pytest.mark.parametrize("theirs, ours", [("ax", "axes"), ("figsize", "size")])
def test_options_of_matplotlib_have_other_names_here(theirs, ours):
    with pytest.raises(TypeError, match=f"no option {theirs}: here it is {ours}$"):
        study().plot(**{theirs: None})


# What is not there.


@pytest.mark.parametrize("options, words", [
    ({"kind": "regrets"}, "there is no kind 'regrets': there are regret, ranks"),
    ({"cell": 1}, "there is no cell 1: there is 1 problem, cell 0; results.cells lists them"),
    ({"cell": -2}, "there is no cell -2"),
    ({"agents": "exp3"}, "there is no agent 'exp3': there are banker, banker-tinf, tsallis-inf, uniform"),
    ({"agents": []}, "name some of banker"),
    ({"log": "z"}, "log is False, True"),
    ({"kind": "bank", "log": True}, "log is for curves"),
    ({"overlay": "bounds"}, 'there are "certificate" and "bound"'),
    ({"overlay": "certificate", "agents": "uniform"}, "uniform has none"),
    ({"kind": "scale", "overlay": "bound"}, "an overlay goes on regret"),
    ({"kind": "bank", "agents": ["uniform", "tsallis-inf"]}, "none of .* has one"),
    ({"kind": "invested", "agents": "uniform"}, "none of uniform has a bank"),
    ({"kind": "scores"}, 'share_of="uniform"'),
    ({"size": (1, 1)}, "at least"),
])
def test_errors_say_what_there_is(options, words):
    with pytest.raises(ValueError, match=words):
        study().plot(**options)
    assert not pyplot.get_fignums()


def test_details_of_the_first_problems_only():
    last = len(suite().data["cells"]) - 1
    data = {**suite().data, "thinning": {**suite().data["thinning"], "detailed": 1}}
    data["cells"] = [dict(cell) for cell in data["cells"]]
    data["cells"][last]["agents"] = [{**one, "trace": None} for one in data["cells"][last]["agents"]]
    for kind in ("bank", "probabilities"):
        with pytest.raises(ValueError, match="of the first problem only"):
            plot(data, kind, cell=last)
    assert plot(data, "all", cell=last).axes  # the others are there


def test_one_run_has_no_intervals():
    assert "One run: no intervals." in texts(one_run().plot())
    assert not one_run().plot().axes[0].collections
    assert "One run: no intervals, no ranks." in texts(one_run().plot("ranks"))


def test_only_results_can_be_drawn():
    for other in ({}, 3, np.zeros(2)):
        with pytest.raises(TypeError, match="simulate"):
            plot(other)


def test_matplotlib_is_imported_late_and_missed_in_words():
    code = (
        "import sys; import banker, banker.plot; assert 'matplotlib' not in sys.modules\n"
        "sys.modules['matplotlib'] = None\n"
        "try: banker.simulate(arms=2, rounds=50, runs=1).plot()\n"
        "except ImportError as error: assert 'pip install matplotlib' in str(error)\n"
        "else: raise SystemExit('no error')"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# Figures.


@pytest.mark.parametrize("size", [None, SMALL])
@pytest.mark.parametrize("kind", KINDS)
def test_texts_are_inside_and_apart(kind, size):
    for results in (study(), suite(), one_run(), body()):
        try:
            figure = results.plot(kind, size=size)
        except ValueError:
            continue
        if size and kind != "all":
            assert tuple(figure.get_size_inches()) == size
        figure.draw_without_rendering()
        width, height = figure.bbox.size
        off = not_drawn(figure)
        shown = [one for one in figure.findobj(matplotlib.text.Text) if one.get_text() and one.get_visible()]
        boxes = {one: one.get_window_extent() for one in shown if one not in off}
        for text, box in boxes.items():
            assert box.x0 >= -1 and box.y0 >= -1, (kind, text)
            assert box.x1 <= width + 1 and box.y1 <= height + 1, (kind, text)
        for (text, box), (other, place) in itertools.combinations(boxes.items(), 2):
            beside = box.x0 >= place.x1 - 2 or place.x0 >= box.x1 - 2
            assert beside or box.y0 >= place.y1 - 3 or place.y0 >= box.y1 - 3, (kind, text, other)


def not_drawn(figure):
    """Labels of ticks beyond their axes, and of axes that are off."""
    found = set()
    for ax in figure.axes:
        for axis in (ax.xaxis, ax.yaxis):
            low, high = sorted(axis.get_view_interval())
            for tick in axis.get_major_ticks():
                if not ax.axison or not low - 1e-9 <= tick.get_loc() <= high + 1e-9:
                    found.add(tick.label1)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_settings_and_figures_of_the_reader_stay(kind):
    results = suite() if kind in ("map", "scores") else study()
    with matplotlib.rc_context({"axes.grid": True, "font.size": 20, "text.usetex": False}):
        before = dict(matplotlib.rcParams)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            figure = results.plot(kind)
        assert dict(matplotlib.rcParams) == before
    assert isinstance(figure, Figure) and not pyplot.get_fignums()
    assert max(text.get_fontsize() for text in figure.findobj(matplotlib.text.Text) if text.get_text()) <= 11


def test_figures_belong_to_pyplot_where_it_has_windows(monkeypatch):
    monkeypatch.setattr(matplotlib, "get_backend", lambda: "TkAgg")
    figure = study().plot()
    assert pyplot.figure(pyplot.get_fignums()[0]) is figure
    pyplot.close(figure)
    monkeypatch.setattr(banker.plot.pictures.Picture, "draw", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        study().plot()
    assert not pyplot.get_fignums()  # nothing half drawn is left


def test_notebooks_show_figures_once(monkeypatch):
    monkeypatch.setattr(matplotlib, "get_backend", lambda: "module://matplotlib_inline.backend_inline")
    assert isinstance(study().plot(), Figure) and not pyplot.get_fignums()


def test_axes_of_the_reader():
    figure, axes = pyplot.subplots(2, 2, layout="constrained", figsize=(9, 7))
    assert study().plot(axes=axes[0, 0], title="mine") is figure
    assert axes[0, 0].get_title(loc="left") == "mine" and axes[0, 0].get_xlabel() == "round"
    assert [text.get_text() for text in axes[0, 0].get_legend().get_texts()] == AGENTS
    study().plot("bank", axes=axes[0, 1])  # the best
    assert axes[0, 1].get_title(loc="left").startswith("banker: all savings")
    study().plot("probabilities", axes=axes[1], agents=["banker", "uniform"])
    assert [ax.get_title(loc="left") for ax in axes[1]] == ["banker", "uniform"]
    figure.canvas.draw()
    pyplot.close(figure)


def test_axes_that_do_not_fit():
    figure = Figure()
    ax = figure.add_subplot()
    with pytest.raises(ValueError, match="draws 2 here"):
        study().plot("probabilities", axes=ax, agents=["banker", "uniform"])
    with pytest.raises(ValueError, match="leave axes out"):
        study().plot("all", axes=ax)
    with pytest.raises(TypeError, match="matplotlib Axes"):
        study().plot(axes=figure)


def test_titles():
    assert "mine" in texts(study().plot(title="mine"))
    assert "Regret over time" not in texts(study().plot(title=""))
    assert study().plot("all", title="mine").texts[0].get_text() == "mine"


def test_names_are_not_formulas():
    data = study().data
    figure = plot({**data, "agents": [{**one, "name": f"${one['name']}_$"} for one in data["agents"]]})
    assert "$banker_$" in texts(figure)
    figure.canvas.draw()
    assert not any(text.get_parse_math() for text in figure.axes[0].texts)


def test_figures_can_be_pickled():
    figure = pickle.loads(pickle.dumps(study().plot("bank")))
    assert len(figure.axes) == 2
    pyplot.close("all")


def test_examples():
    tested = doctest.testmod(importlib.import_module("banker.plot"), extraglobs={"banker": banker})
    assert tested.attempted >= 5 and tested.failed == 0
