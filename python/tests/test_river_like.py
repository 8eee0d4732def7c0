"""river_like: the arm that is pulled is the arm, and knows its round."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import banker
from banker import river_like


def test_a_pulled_arm_is_the_arm() -> None:
    policy = river_like.Policy(seed=1)
    arm = policy.pull(["red", "green"])
    assert isinstance(arm, str) and arm in ("red", "green") and {"red": 1, "green": 2}[arm] in (1, 2)
    assert arm.round == 1 and arm.probability == pytest.approx(0.5) and type(arm.arm) is str
    number = river_like.Policy(range(3), seed=1).pull()
    assert isinstance(number, int) and [10, 20, 30][number] == 10 * (number + 1) and type(number.arm) is int


def test_pulls_are_those_of_the_bandit() -> None:
    policy = river_like.Policy([7, 8, 9], seed=3)
    bandit = banker.Bandit(3, seed=3)
    for _ in range(50):
        arm, decision = policy.pull([7, 8, 9]), bandit.ask()
        assert (arm, arm.round, arm.probability) == (decision.arm + 7, decision.round, decision.probability)
        policy.update(arm, 1 if arm == 8 else 0)
        bandit.tell(decision, reward=1 if decision.arm == 1 else 0)
    assert policy.ranking[0] == 8 and sorted(policy.ranking) == [7, 8, 9]


def test_updates_come_in_any_order() -> None:
    policy = river_like.Policy("abc", seed=1)
    arms = [policy.pull() for _ in range(40)]
    for arm in reversed(arms):
        assert policy.update(arm, 0.5).status == "settled"
    assert policy.bandit.outstanding == 0


def test_a_plain_arm_is_refused() -> None:
    policy = river_like.Policy(["a", "b"], seed=1)
    arm = policy.pull()
    for plain in (str(arm.arm), "a", "c", 0, None):
        with pytest.raises(TypeError, match="of many pulls.*pull\\(\\) returned, or tell policy.bandit"):
            policy.update(plain, 1)
        with pytest.raises(TypeError, match="of many pulls"):
            policy.drop(plain)
    assert policy.bandit.outstanding == 1
    assert policy.bandit.tell(arm.round, reward=1).status == "settled"


def test_an_arm_of_another_policy_is_refused() -> None:
    policy, other = river_like.Policy(["a", "b"], seed=1), river_like.Policy(["c", "d"], seed=1)
    policy.pull()
    for call in (lambda arm: policy.update(arm, 1), policy.drop):
        with pytest.raises(ValueError, match="of another policy: this one has \\['a', 'b'\\]"):
            call(other.pull())
    with pytest.raises(ValueError, match="knows no arms yet"):
        river_like.Policy().update(other.pull(), 1)
    assert policy.bandit.outstanding == 1


def test_an_arm_is_updated_once() -> None:
    policy = river_like.Policy([0, 1], seed=1)
    arm, other = policy.pull(), policy.pull()
    policy.update(arm, 1)
    with pytest.raises(banker.RoundError, match="round 1 is closed"):
        policy.update(arm, 1)
    assert policy.drop(other).status == "dropped"
    with pytest.raises(banker.RoundError):
        policy.update(other, 1)


def test_the_arms_stay_the_same() -> None:
    policy = river_like.Policy(seed=1)
    assert policy.ranking == [] and policy.arm_ids == []
    with pytest.raises(ValueError, match="knows no arms yet"):
        policy.pull()
    policy.pull(["a", "b"])
    policy.pull(("b", "a"))
    policy.pull()
    for others in (["a"], ["a", "b", "c"], ["a", "c"], ["a", "a"]):
        with pytest.raises(ValueError, match="the same arms in every pull"):
            policy.pull(others)
    assert policy.bandit.rounds == 3


@pytest.mark.parametrize("arms", [["a", "a"], [1, 1], ["a"], []])
def test_bad_arms(arms: list[object]) -> None:
    with pytest.raises(ValueError):
        river_like.Policy(arms)


@pytest.mark.parametrize("arm", [1.5, None, True, ("a",)])
def test_arms_are_ints_and_strs(arm: object) -> None:
    with pytest.raises(TypeError, match="arms are ints or strs"):
        river_like.Policy([arm, "b"])


def test_arms_may_be_mixed_and_of_numpy() -> None:
    policy = river_like.Policy([1, "1", np.int64(2)], seed=1)
    pulled = {policy.pull() for _ in range(100)}
    assert pulled == {1, "1", 2} and policy.arm_ids == [1, "1", 2]
    policy.pull(np.array([1, 2]).tolist() + ["1"])


@pytest.mark.parametrize("again", [lambda x: pickle.loads(pickle.dumps(x)), copy.copy, copy.deepcopy])
def test_pulled_arms_and_policies_travel(again: object) -> None:
    policy = river_like.Policy(["a", "b"], seed=1)
    text, number = policy.pull(), river_like.Policy([0, 1], seed=1).pull()
    for arm in (text, number):
        same = again(arm)
        assert same == arm and type(same) is type(arm)
        assert (same.round, same.probability) == (arm.round, arm.probability)
    policy = again(policy)
    assert policy.update(again(text), 1).status == "settled"
    assert policy.clone().pull().round == 1


def test_rewards_have_a_range() -> None:
    policy = river_like.Policy(["a", "b"], reward_range=(-10, 10), seed=1)
    arm = policy.pull()
    with pytest.raises(ValueError):
        policy.update(arm, 11)
    assert policy.update(arm, -10).status == "settled"
    assert '"loss_range":[-10.0,10.0]' in policy.bandit.spec


def test_agents_and_their_parameters() -> None:
    assert river_like.Policy([0, 1], "banker-tinf", scale_factor=0.5, seed=1).bandit.agent == "banker-tinf"
    free = river_like.Policy([0, 1], "banker-scale-free", seed=1)
    assert free.update(free.pull(), 1000).round == 1
    with pytest.raises(ValueError, match="bold was made with the range \\(0.0, 1.0\\)"):
        river_like.Policy([0, 1], "bold", reward_range=(0, 5))
    base = {"agent": "exp3", "loss_range": [0, 5]}
    assert river_like.Policy([0, 1], "bold", reward_range=(0, 5), base=base, seed=1).bandit.agent == "bold"


@pytest.mark.parametrize("arms", [None, [0, 1]])
def test_what_is_wrong_is_said_at_once(arms: object) -> None:
    with pytest.raises(ValueError, match="plays points of a body"):
        river_like.Policy(arms, "banker-bolo")
    with pytest.raises(ValueError, match="bunker"):
        river_like.Policy(arms, "bunker")
    with pytest.raises(ValueError, match="no_such"):
        river_like.Policy(arms, no_such=1)
    for ends in ((1, 0), (1, 1), (0, np.inf), (np.nan, 1)):
        with pytest.raises(ValueError, match="reward_range is"):
            river_like.Policy(arms, reward_range=ends)
    for ends in (1, (0, 1, 2), ("a", "b"), None):
        with pytest.raises(TypeError, match="reward_range is"):
            river_like.Policy(arms, reward_range=ends)
    with pytest.raises(TypeError, match="give reward_range="):
        river_like.Policy(arms, loss_range=(0, 5))
    with pytest.raises(TypeError, match="positional"):
        river_like.Policy(arms, "banker", 7)


def test_it_learns_the_best_arm() -> None:
    # 2,000 pulls, each reward 20 pulls late, means 0.3 and 0.7. Of 300 seeds none failed.
    random = np.random.default_rng(5)
    policy = river_like.Policy(["bad", "good"], seed=5)
    waiting, good = [], 0
    for _ in range(2000):
        waiting.append(policy.pull())
        good += waiting[-1] == "good"
        if len(waiting) > 20:
            arm = waiting.pop(0)
            policy.update(arm, float(random.random() < (0.7 if arm == "good" else 0.3)))
    assert good > 1600 and policy.ranking == ["good", "bad"]


def test_mistakes_speak_of_reward_range() -> None:
    policy = river_like.Policy(["a", "b"], seed=1)
    with pytest.raises(ValueError, match="the reward 5 is outside .* set reward_range"):
        policy.update(policy.pull(["a", "b"]), 5)
