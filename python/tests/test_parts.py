"""Losses, delays and scale rules written in Python."""

from __future__ import annotations

import doctest
import gc
import math
import pickle
import traceback
import weakref
from pathlib import Path
from typing import Any, Optional

import numpy as np
import pytest

import banker
from banker import _names, _tables, parts
from numpy.typing import NDArray

SMALL: dict[str, Any] = dict(arms=4, rounds=600, runs=3, seed=5)


def regrets(*arguments: Any, **more: Any) -> NDArray[np.float64]:
    return banker.simulate(*arguments, **{**SMALL, **more})["regret"]


@pytest.mark.parametrize("module", [parts, _names, _tables])
def test_examples_in_the_documentation(module: Any) -> None:
    failed, tried = doctest.testmod(module, extraglobs={"banker": banker, "np": np})
    assert tried > 0 and failed == 0


def test_delays_as_a_function_and_as_an_array_are_those_of_the_engine() -> None:
    expected = regrets("banker", delays="fixed:7")
    np.testing.assert_array_equal(expected, regrets("banker", delays=lambda t, arm, loss: 7))
    several = regrets("banker", delays=lambda t, arm, loss: np.int32(7), threads=2)
    np.testing.assert_array_equal(expected, several)
    np.testing.assert_array_equal(expected, regrets("banker", delays=np.full(600, 7)))
    np.testing.assert_array_equal(expected, regrets("banker", delays=np.full(600, 7.0)))


def test_outcomes_that_never_come() -> None:
    expected = regrets("banker", delays=lambda t, arm, loss: None if t % 3 == 0 else 2)
    listed = np.where(np.arange(1, 601) % 3 == 0, np.nan, 2)
    np.testing.assert_array_equal(expected, regrets("banker", delays=listed))
    integers = np.nan_to_num(listed, nan=-1).astype(int)
    np.testing.assert_array_equal(expected, regrets("banker", delays=integers))
    negative = regrets("banker", delays=lambda t, arm, loss: -1 if t % 3 == 0 else 2)
    np.testing.assert_array_equal(expected, negative)

    class Odd(banker.Delays):
        def start(self, arms: int, rounds: int, seed: int) -> None:
            self.never = np.int64(-5)

        def of(self, t: int, arm: int, loss: float) -> int:
            return int(self.never) if t % 3 == 0 else 2

    odd = Odd()
    np.testing.assert_array_equal(expected, regrets("banker", delays=odd))
    assert not hasattr(odd, "never")  # runs have copies
    assert (expected != regrets("banker", delays="fixed:2")).all()


def test_delays_see_the_arm_and_the_loss() -> None:
    seen = set()

    def of(t: int, arm: int, loss: float) -> int:
        seen.add((arm, loss))
        return 0

    regrets("uniform", delays=of)
    assert seen == {(arm, loss) for arm in range(4) for loss in (0.0, 1.0)}


def test_losses_as_an_array_are_those_of_a_file(tmp_path: Path) -> None:
    table: NDArray[np.float64] = np.random.default_rng(3).random((600, 4)).round(3)
    file = tmp_path / "losses.csv"
    np.savetxt(file, table, delimiter=",", fmt="%.3f")
    expected = regrets("banker", f"matrix:file={file}", "fixed:5")
    np.testing.assert_array_equal(expected, regrets("banker", table, "fixed:5"))
    np.testing.assert_array_equal(expected, regrets("banker", np.asfortranarray(table), "fixed:5"))
    np.testing.assert_array_equal(expected, regrets("banker", lambda t: table[t - 1], "fixed:5"))
    lists = regrets("banker", lambda t: table[t - 1].tolist(), "fixed:5", threads=2)
    np.testing.assert_array_equal(expected, lists)


class Coins(banker.Losses):
    """Means 1/2, one of them less; outcomes drawn from the seed."""

    arms = 4

    def __init__(self, gap: float) -> None:  # the base has nothing to be told
        self.gap = gap

    def start(self, arms: int, rounds: int, seed: int) -> None:
        assert (arms, rounds) == (4, 600)
        self.draws = np.random.default_rng(seed).random((rounds, arms))
        self.means = np.full(arms, 0.5)
        self.means[seed % arms] -= self.gap

    def mean(self, t: int) -> NDArray[np.float64]:
        return self.means

    def outcome(self, t: int, arm: int) -> float:
        return float(self.draws[t - 1, arm] < self.means[arm])


def test_a_class_of_losses_plays_every_run_with_a_copy() -> None:
    coins = Coins(0.3)
    found = banker.compare(["banker", "uniform"], coins, **SMALL, threads=2)
    assert not hasattr(coins, "draws")
    assert found["losses"].tolist() == ["Coins"] * 6
    np.testing.assert_allclose(found["regret"][3:], 600 * 0.3 * 3 / 4)
    assert (found["regret"][:3] < 90).all()
    again = banker.compare(["banker", "uniform"], Coins(0.3), **SMALL, threads=1)
    np.testing.assert_array_equal(found["regret"], again["regret"])
    trace = found.data["cells"][0]["agents"][0]["trace"]
    assert trace["regret"][-1] == pytest.approx(found["regret"][0], rel=1e-4)


def test_the_range_of_losses() -> None:
    wide: NDArray[np.float64] = np.random.default_rng(3).random((600, 4)) * 10
    with pytest.raises(ValueError, match=r'"loss_range":\[0.00'):
        regrets("banker", wide)
    in_range = {"agent": "banker", "loss_range": [0, 10]}
    expected = regrets(in_range, wide)
    np.testing.assert_array_equal(expected, regrets(in_range, banker.Losses(wide, low=0, high=10)))
    np.testing.assert_array_equal(expected, regrets(in_range, banker.Losses(lambda t: wide[t - 1], high=10)))
    with pytest.raises(ValueError, match=r"the losses 'function' in round 1: .* outside of \[0.0, 1.0\]"):
        regrets("banker", lambda t: wide[t - 1])


def test_linear_losses() -> None:
    class Slope(banker.Losses):
        linear, arms, low, high = True, 2, -1, 1

        def mean(self, t: int) -> list[float]:
            return [0.6, -0.8]

    ball = {"agent": "banker-bolo", "body": {"type": "ball", "dimension": 2, "radius": 1}}
    found = banker.simulate(ball, Slope(), rounds=2000, runs=2)
    assert (found["regret"] < 2000).all() and (found["regret"] > 0).all()


def test_a_constant_rule_is_that_of_the_engine() -> None:
    rules = [lambda round, outstanding: 3.5, {"rule": "constant", "value": 3.5}]
    own, built_in = [
        banker.simulate({"agent": "banker-omd", "scale": rule}, delays="fixed:9", **SMALL) for rule in rules
    ]
    for key in ("regret", "certificate", "total_invested", "curve"):
        np.testing.assert_array_equal(own[key], built_in[key])
    assert own["agent"][0] == "banker-omd scale=function"


class DelayAdaptive(banker.ScaleRule):
    """1 / (1/sqrt(t) + d_t sqrt(ln(D_t + 1) / D_t)), the rule of the main theorem."""

    total = 0

    def propose(self, round: int, outstanding: int) -> float:
        inverse = 1 / math.sqrt(round)
        if outstanding > 0:
            total = self.total + outstanding
            inverse += outstanding * math.sqrt(math.log(total + 1) / total)
        return 1 / inverse

    def accept(self, round: int, outstanding: int, scale: float) -> None:
        self.total += outstanding


def test_the_delay_adaptive_rule_is_that_of_the_engine() -> None:
    rule = DelayAdaptive()
    same = banker.compare([{"agent": "banker-omd", "scale": rule}, "banker-omd"], delays="none", **SMALL)
    np.testing.assert_array_equal(same["regret"][:3], same["regret"][3:])
    # With delay the logarithms may differ in the last digit, and as long as no draw does, the rest hardly.
    near = banker.compare([{"agent": "banker-omd", "scale": rule}, "banker-omd"], delays="fixed:9", **SMALL)
    np.testing.assert_allclose(near["total_invested"][:3], near["total_invested"][3:], rtol=1e-6)
    np.testing.assert_allclose(near["curve"][:3, :6], near["curve"][3:, :6], rtol=1e-9)
    assert rule.total == 0  # agents have copies


def test_a_rule_hears_of_outcomes_and_drops() -> None:
    class Deaf(banker.ScaleRule):
        heard: list[tuple[Any, ...]] = []

        def propose(self, round: int, outstanding: int) -> float:
            return 2.0

        def tell(self, round: int, scale: float, loss: float) -> Optional[float]:
            self.heard.append((round, scale, loss))
            return None

        def drop(self, round: int) -> None:
            self.heard.append((round,))

    losses = np.array([[0.25, 0.25]] * 4)
    delays = np.array([0, 5, 0, 0])
    found = banker.simulate({"agent": "banker-omd", "scale": Deaf()}, losses, delays, runs=1, drop_after=1)
    assert Deaf.heard == [(1, 2.0, 0.25), (2,), (3, 2.0, 0.25)]
    assert found["agent"][0] == "banker-omd scale=Deaf"


class Kaboom(Exception):
    pass


def raising_losses(t: int) -> list[float]:
    if t == 50:
        raise Kaboom("losses")
    return [0.5, 0.5, 0.5, 0.4]


class BadStart(banker.Losses):
    def start(self, arms: int, rounds: int, seed: int) -> None:
        raise Kaboom("start")


class BadRule(banker.ScaleRule):
    def __init__(self, where: str) -> None:
        self.where = where

    def check(self, where: str) -> None:
        if where == self.where:
            raise Kaboom(where)

    def propose(self, round: int, outstanding: int) -> float:
        self.check("propose")
        return 1.0

    def accept(self, round: int, outstanding: int, scale: float) -> None:
        self.check("accept")

    def tell(self, round: int, scale: float, loss: float) -> float:
        self.check("tell")
        return loss

    def drop(self, round: int) -> None:
        self.check("drop")


def with_rule(rule: Any) -> dict[str, Any]:
    return {"agent": "banker-omd", "scale": rule}


class Switched(BadRule):
    """Bad while it is switched on."""

    on = False

    def check(self, where: str) -> None:
        if Switched.on:
            super().check(where)


def raising_delays(t: int, arm: int, loss: float) -> int:
    raise Kaboom("delays")


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "change, words",
    [
        (dict(losses=raising_losses), "losses"),
        (dict(losses=BadStart()), "start"),
        (dict(delays=raising_delays), "delays"),
        *[(dict(agent=with_rule(BadRule(where))), where) for where in ("propose", "accept", "tell", "drop")],
    ],
)
def test_an_exception_in_a_part_is_raised_as_it_was(
    change: dict[str, Any], words: str, threads: int
) -> None:
    usual = {"agent": "banker-omd", "delays": "never:0.5", "drop_after": 3}
    settings: dict[str, Any] = {**usual, **SMALL, **change}
    with pytest.raises(Kaboom, match=words) as caught:
        banker.simulate(**settings, threads=threads)
    frames = traceback.extract_tb(caught.tb)[1:]
    assert any(frame.filename == __file__ for frame in frames)  # where it was raised


@pytest.mark.parametrize(
    "change, error, words",
    [
        (dict(losses=lambda t: [0.5] * (4 if t < 9 else 3)), ValueError, "in round 9: .* 4 numbers"),
        (dict(losses=banker.Losses(lambda t: [0.5] * 4, low=math.nan)), ValueError, "low and high"),
        (dict(losses=banker.Losses(lambda t: [0.5] * 4, arms=4.0)), TypeError, "must be an integer"),
        (dict(losses=lambda t: ["a", 1, 2, 3]), ValueError, "in round 1: mean gave"),
        (dict(losses=lambda t: [0.1, math.nan, 0.1, 0.1]), ValueError, "gave nan for arm 1"),
        (dict(losses=lambda t: None), ValueError, "in round 1: mean gave None"),
        (dict(losses=Coins), TypeError, r"Coins is a class: give an object of it"),
        (dict(losses=np.zeros(5)), ValueError, r"shape \(5,\)"),
        (dict(losses=np.full((600, 4), np.nan)), ValueError, "arm 0 in round 1 is nan"),
        (dict(losses=np.zeros((600, 3))), ValueError, "of 3 arms, not of 4"),
        (dict(losses=np.zeros((500, 4))), ValueError, "600 rounds are more than array, which has 500"),
        (dict(losses=object()), TypeError, "losses are text, an array"),
        (dict(delays=lambda t, arm, loss: "x"), ValueError, "the delays 'function' in round 1: it gave 'x'"),
        (dict(delays=lambda t, arm, loss: 1.5), ValueError, "it gave 1.5"),
        (dict(delays=lambda t, arm, loss: 2**70), ValueError, "a delay is an integer"),
        (dict(delays=np.array([1.5] * 600)), ValueError, "the delay of round 1 is 1.5"),
        (dict(delays=np.zeros((600, 2))), ValueError, r"shape \(600, 2\)"),
        (dict(delays=banker.Delays()), NotImplementedError, "no method of"),
        (dict(agent=with_rule(lambda r, o: "x")), ValueError, "the scale rule 'function' in round 1"),
        (dict(agent=with_rule(lambda r, o: -1.0)), ValueError, "function"),
        (dict(agent=with_rule(lambda r: 1.0)), TypeError, "takes 1 positional argument"),
        (dict(agent={"agent": "omd", "scale": lambda r, o: 1.0}, delays="none"), ValueError, "own"),
    ],
)
def test_what_is_wrong_with_a_part_is_said(
    change: dict[str, Any], error: type[Exception], words: str
) -> None:
    settings: dict[str, Any] = {"agent": "banker-omd", "delays": "fixed:3", **SMALL, **change}
    with pytest.raises(error, match=words):
        banker.simulate(**settings)


def test_names_are_unique() -> None:
    def bernoulli(t: int) -> list[float]:
        return [0.5, 0.4, 0.5, 0.5]

    table = np.zeros((600, 4))
    losses = [table, table, bernoulli, banker.Losses(table, name="mine"), "bernoulli"]
    found = banker.simulate("banker", losses, **SMALL)
    assert found["losses"][::3].tolist() == ["array", "array 2", "my bernoulli", "mine", "bernoulli"]
    rules = [with_rule(lambda round, outstanding: 1.0) for _ in range(2)]
    assert banker.compare(rules, **SMALL)["agent"][::3].tolist() == [
        "banker-omd scale=function",
        "banker-omd scale=function 2",
    ]


def test_a_function_says_how_many_arms_there_are() -> None:
    found = banker.simulate("banker", lambda t: [0.5, 0.4, 0.3], rounds=10, runs=1)
    assert found["arms"].tolist() == [3]


def test_parts_are_let_go() -> None:
    table = np.zeros((600, 4))
    part = banker.Losses(lambda t: table[0])
    found: Optional[banker.Results] = banker.simulate("banker", part, threads=2, **SMALL)
    seen = weakref.ref(part)
    del part
    assert found is not None and seen() is not None and found.data  # the study has it
    found = None
    gc.collect()
    assert seen() is None


def test_a_report_of_own_parts(tmp_path: Path) -> None:
    found = banker.simulate("banker", lambda t: [0.5, 0.4], rounds=100, runs=2)
    found.report(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["index.html"]  # no command can continue it
    assert "parts of its own" in found.data["command"]


def test_a_rule_in_a_bandit_fails_as_it_was_and_changes_nothing() -> None:
    for where in ("propose", "tell"):
        bandit = banker.Bandit(3, "banker-omd", seed=7, scale=Switched(where))
        first = bandit.ask()
        before = bandit.save()
        Switched.on = True
        with pytest.raises(Kaboom, match=where):
            bandit.ask() if where == "propose" else bandit.tell(first, 0.5)
        Switched.on = False
        assert bandit.save() == before and bandit.outstanding == 1
        assert bandit.tell(first, 0.5).status == "settled"


@pytest.mark.parametrize("where", ["accept", "drop"])
def test_what_a_rule_of_a_bandit_raises_too_late_is_raised_afterwards(where: str) -> None:
    bandit = banker.Bandit(3, "banker-omd", seed=7, scale=Switched(where))
    first = bandit.ask()
    Switched.on = True
    with pytest.raises(Kaboom, match=where):
        bandit.ask() if where == "accept" else bandit.drop(first)
    Switched.on = False
    assert bandit.rounds == 2 if where == "accept" else bandit.outstanding == 0  # it was done all the same
    assert bandit.ask().round == bandit.rounds  # and is not raised twice


def test_a_bandit_with_a_rule_goes_on_from_its_copy() -> None:
    bandit = banker.Bandit(3, "banker-omd", seed=7, scale=DelayAdaptive())
    bandit.ask_many(20)
    twin = pickle.loads(pickle.dumps(bandit))
    built_in = banker.Bandit(3, "banker-omd", seed=7)
    built_in.ask_many(20)
    scales = [one.statement(one.ask()).scale for one in (bandit, twin, built_in)]
    assert scales[0] == scales[1] == pytest.approx(scales[2], rel=1e-12)
