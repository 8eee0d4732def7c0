"""A Bandit in Python is the engine: the same decisions, the same errors, nothing lost on the way."""

import copy
import inspect
import json
import pickle

import numpy as np
import pytest

import banker


@pytest.fixture
def ads():
    return banker.Bandit(["red", "green", "blue"], seed=7)


def test_decisions_carry_names_numbers_and_probabilities(ads):
    decision = ads.ask()
    round, arm, probability = decision
    assert (round, arm, probability) == (decision.round, decision.arm, decision.probability)
    assert decision.arm == ads.arm_names[decision.arm_index]
    assert decision.probability == pytest.approx(1 / 3)
    assert decision.action is decision.direction is decision.sign is None
    assert banker.Bandit(3, seed=7).ask().arm == decision.arm_index


def test_the_outcome_is_told_by_decision_or_round_as_loss_or_reward(ads):
    one, two, three = ads.ask(), ads.ask(), ads.ask()
    assert ads.tell(two, reward=1).status == "settled"
    assert ads.tell(np.int32(one.round), np.float32(0.5)).round == one.round
    assert ads.outstanding == 1
    assert ads.drop(three).status == "dropped"
    assert ads.outstanding == 0 and ads.rounds == 3


def test_a_reward_is_the_mirrored_loss():
    by_loss, by_reward = (banker.Bandit(3, seed=7, loss_range=(0, 10)) for _ in range(2))
    by_loss.tell(by_loss.ask(), loss=3)
    by_reward.tell(by_reward.ask(), reward=7)
    assert by_loss.save() == by_reward.save()


@pytest.mark.filterwarnings("ignore::banker.StaleWarning")
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("agent", sorted(n for n, a in banker.agents().items() if a["kind"] == "arms" and n != "omd"))
def test_batches_are_single_calls(agent, seed):
    rng = np.random.default_rng(seed)
    single, many = (banker.Bandit(7, agent, seed=seed) for _ in range(2))
    waiting = np.zeros(0, np.int64)
    for size in rng.integers(0, 30, 20):
        decisions = [single.ask() for _ in range(size)]
        batch = many.ask_many(int(size))
        assert list(batch) == decisions
        assert batch.arm.tolist() == [d.arm_index for d in decisions]
        waiting = rng.permutation(np.concatenate([waiting, batch.round]))
        told, waiting = np.split(waiting, [len(waiting) // 2])
        losses = rng.random(len(told))
        receipts = [single.tell(r, loss) for r, loss in zip(told.tolist(), losses)]
        answer = many.tell_many(told, losses)
        assert answer.status.tolist() == [r.status for r in receipts]
        costs = [np.nan if r.immediate_cost is None else r.immediate_cost for r in receipts]
        np.testing.assert_array_equal(answer.immediate_cost, costs)
    assert single.save() == many.save()


def test_names_of_a_batch(ads):
    batch = ads.ask_many(5)
    assert batch.names.tolist() == [d.arm for d in batch]
    assert [d.round for d in batch[1:3]] == [d.round for d in batch[[1, 2]]] == [2, 3]
    assert [d.round for d in batch[batch.round > 3]] == [4, 5]
    receipts = ads.tell_many(batch[:2], [0, 1])
    assert [r.round for r in receipts] == [1, 2] and receipts[-1].status == "settled"
    assert receipts[receipts.round == 2].status.tolist() == ["settled"]
    assert banker.Bandit(3, seed=7).ask_many(5).names.tolist() == [str(d.arm_index) for d in batch]


def test_rewards_in_batches_and_clicks():
    one, two = (banker.Bandit(3, seed=7) for _ in range(2))
    clicks = np.array([True, False, True])
    one.tell_many(one.ask_many(3), rewards=clicks)
    two.tell_many([two.ask() for _ in range(3)], losses=1.0 - clicks)
    assert one.save() == two.save()


def test_linear_agents_play_points():
    mix = banker.Bandit(agent="banker-bolo", body={"type": "box", "lower": np.zeros(2), "upper": np.ones(2)}, seed=1)
    decision = mix.ask()
    assert decision.arm is None and decision.arm_index is None
    assert (mix.action(decision) == decision.action).all()
    assert ((0 < decision.action) & (decision.action < 1)).all()
    again = banker.Bandit.from_spec(mix.spec)
    batch = again.ask_many(3)
    assert batch.arm is None and batch.action.shape == (3, 2)
    assert (batch[0].action == decision.action).all() and batch[0].sign == decision.sign
    assert mix.arms == 0 and mix.dimension == 2 and len(mix.probabilities()) == 0
    np.testing.assert_array_equal(again.point(), mix.point())
    with pytest.raises(ValueError, match="points of a body"):
        batch.names  # noqa: B018


def test_listed_actions_have_names_and_points():
    routes = banker.Bandit(agent="banker-bolo", actions={"a": [1, 0], "b": [0, 1], "c": [-1, -1]}, seed=1)
    decision = routes.ask()
    assert decision.arm in "abc" and decision.action.shape == (2,)
    assert routes.probabilities().sum() == pytest.approx(1)
    assert list(routes.ask_many(2).names) == [d.arm for d in banker.Bandit.from_spec(routes.spec).ask_many(3)[1:]]


def test_forced_arms_by_number_and_name(ads):
    assert ads.ask("blue").arm == ads.ask(2).arm == ads.ask(np.int64(2)).arm == "blue"


def test_a_snapshot_goes_on_bit_by_bit(ads, tmp_path):
    ads.tell_many(ads.ask_many(50)[::2], np.linspace(0, 1, 25))
    file = tmp_path / "ads.bin"
    assert ads.save(file) == file.read_bytes() == ads.save()
    copies = [
        banker.Bandit.load(file),
        banker.Bandit.load(str(file)),
        banker.Bandit.load(bytearray(file.read_bytes())),
        pickle.loads(pickle.dumps(ads)),
        copy.copy(ads),
        copy.deepcopy(ads),
    ]
    decisions = list(ads.ask_many(20))
    for again in copies:
        assert isinstance(again, banker.Bandit)
        assert list(again.ask_many(20)) == decisions
        assert again.save() == ads.save()


def test_a_failed_save_leaves_the_old_file(ads, tmp_path):
    file = tmp_path / "ads.bin"
    before = ads.save(file)
    with pytest.raises(OSError):
        ads.save(tmp_path / "no" / "folder")
    assert file.read_bytes() == before and list(tmp_path.iterdir()) == [file]


def test_subclasses_stay_what_they_are():
    class Mine(banker.Bandit):
        pass

    mine = Mine(3, seed=1)
    mine.note = "kept"
    assert type(copy.copy(mine)) is Mine and copy.copy(mine).note == "kept"
    assert type(Mine.load(mine.save())) is Mine and type(Mine.from_spec(mine.spec)) is Mine


def test_the_spec_is_the_bandit(ads):
    assert repr(ads) == ads.spec
    assert json.loads(ads.spec)["seed"] == ads.seed == 7
    for again in (banker.Bandit.from_spec(ads.spec), banker.Bandit.from_spec(json.loads(ads.spec))):
        assert again.spec == ads.spec and again.ask() == banker.Bandit.from_spec(ads.spec).ask()
    assert ads.agent == "banker" and ads.arms == 3 and ads.dimension == 0


def test_without_a_seed_every_bandit_has_its_own():
    seeds = {banker.Bandit(2).seed for _ in range(10)}
    seeds |= {banker.Bandit.from_spec({"agent": "banker", "arms": 2}).seed for _ in range(5)}
    seeds |= {banker.Bandit.from_spec('{"agent":"banker","arms":2}').seed for _ in range(5)}
    assert len(seeds) == 20 and all(0 <= seed < 2**53 for seed in seeds)


def test_what_paid_for_a_round():
    bandit = banker.Bandit(3, "banker-tinf", seed=3)
    for _ in range(30):
        bandit.tell(bandit.ask(), loss=0.5)
    statement = bandit.statement(bandit.ask())
    paid = statement.borrowed + statement.from_pool + sum(amount for _, amount in statement.payments)
    assert statement.scale == pytest.approx(paid)
    assert bandit.certificate() > bandit.total_invested() > 0
    uniform = banker.Bandit(3, "uniform", seed=3)
    assert uniform.certificate() is uniform.total_invested() is None
    with pytest.raises(ValueError, match="has no bank"):
        uniform.statement(uniform.ask())


def test_the_catalog_describes_what_can_be_made():
    for name, entry in banker.agents().items():
        given = {p["name"]: p["default"] for p in entry["parameters"] if p["default"] is not None}
        given.pop("seed")
        ground = {"arms": 3} if entry["kind"] == "arms" else {"body": {"type": "ball", "dimension": 2, "radius": 1}}
        assert banker.Bandit.from_spec({"agent": name, **given, **ground}).agent == name
    choices = {p["name"]: p.get("choices") for p in banker.agents()["banker-tinf"]["parameters"]}
    assert choices["spending"] == ["oldest-first", "newest-first", "proportional"] and choices["arms"] is None


def test_signatures_are_there_for_editors(ads):
    assert str(inspect.signature(ads.tell)) == "(round, loss=None, *, reward=None)"
    assert str(inspect.signature(ads.ask)) == "(arm=None, *, direction=None, sign=None)"


BAD = [
    ("tell(99, 0)", banker.RoundError, "unknown round 99: no round was asked yet|unknown round 99: rounds are 1 to"),
    ("tell(0, 0)", banker.RoundError, "unknown round 0: rounds count from 1"),
    ("tell(-5, 0)", banker.RoundError, "unknown round -5"),
    ("tell(2**80, 0)", banker.RoundError, "unknown round 1208925819614629174706176"),
    ("tell('a', 0)", TypeError, "round must be an integer or a Decision, not str"),
    ("tell(True, 0)", TypeError, "round must be an integer"),
    ("tell(1.0, 0)", TypeError, "round must be an integer"),
    ("tell(1)", TypeError, "exactly one of loss and reward"),
    ("tell(1, 0, reward=1)", TypeError, "exactly one of loss and reward"),
    ("tell(1, 'x')", TypeError, "loss must be a number, not 'x'"),
    ("tell(1, reward=[1])", TypeError, r"reward must be a number, not \[1\]"),
    ("tell(1, float('nan'))", ValueError, "the loss is nan"),
    ("tell(1, 1.5)", ValueError, r"the loss 1.5 is outside \[0, 1\]"),
    ("drop(2)", banker.RoundError, "round 2 is closed"),
    ("ask('gren')", ValueError, 'did you mean "green"'),
    ("ask(3)", ValueError, "there is no arm 3: arms are 0 to 2"),
    ("ask(-1)", ValueError, "there is no arm -1: arms count from 0"),
    ("ask(True)", TypeError, "arm must be the number of an arm or its name, not True"),
    ("ask(1.5)", TypeError, "not 1.5"),
    ("ask(direction=1)", ValueError, "direction"),
    ("ask(direction=-1)", ValueError, "there is no direction -1"),
    ("ask(direction='a')", TypeError, "direction must be an integer, not 'a'"),
    ("ask(sign=2)", ValueError, "sign must be 1 or -1, not 2"),
    ("ask(2**70)", ValueError, "there is no arm"),
    ("tell(1, 10**400)", ValueError, "the loss is inf"),
    ("ask_many(-1)", ValueError, "n is 0 or more"),
    ("ask_many(2.0)", TypeError, "integer"),
    ("ask_many(10**9)", ValueError, "at most"),
    ("ask_many(10**30)", ValueError, "at most"),
    ("tell_many([1.0], [1])", TypeError, "rounds must be integers or Decisions, not float64"),
    ("tell_many(['1'], [1])", TypeError, "rounds must be integers"),
    ("tell_many([1], ['0.5'])", TypeError, "losses must be numbers"),
    ("tell_many([1], [None])", TypeError, "losses must be numbers"),
    ("tell_many([1], [1j])", TypeError, "losses must be numbers"),
    ("tell_many([1], [0, 1])", ValueError, "1 rounds and 2 outcomes"),
    ("tell_many([[1]], [[1]])", ValueError, "one list of numbers"),
    ("tell_many([1, 1], [0, 0])", banker.RoundError, "round 1 is told twice; nothing was told"),
    ("tell_many([1, 2], [0, 0])", banker.RoundError, "round 2 is closed.*nothing was told"),
    ("tell_many([1, -3], [0, 0])", banker.RoundError, "unknown round -3"),
    ("tell_many([1, 3], [0, 2])", ValueError, "round 3: the loss 2 is outside.*nothing was told"),
    ("tell_many([1])", TypeError, "exactly one of losses and rewards"),
    ("tell_many([1], [0], rewards=[0])", TypeError, "exactly one of losses and rewards"),
    ("action(1)", ValueError, "plays arms"),
    ("statement(2)", banker.RoundError, "round 2 is closed"),
]


@pytest.mark.parametrize("call, kind, message", BAD)
def test_mistakes_say_what_was_wrong_and_change_nothing(ads, call, kind, message):
    ads.ask_many(3)
    ads.tell(2, 0.5)
    before = ads.save()
    with pytest.raises(kind, match=message):
        eval(f"ads.{call}")
    assert ads.save() == before


@pytest.mark.parametrize(
    "make, kind, message",
    [
        ("banker.Bandit()", ValueError, '"arms" is missing'),
        ("banker.Bandit(1)", ValueError, "arms"),
        ("banker.Bandit(3.5)", ValueError, "arms"),
        ("banker.Bandit(3, 'bankr')", ValueError, 'did you mean "banker"'),
        ("banker.Bandit(3, scale_facto=1)", ValueError, 'did you mean "scale_factor"'),
        ("banker.Bandit(3, seed=-1)", ValueError, "must not be negative"),
        ("banker.Bandit(3, seed=2**53)", ValueError, "seed"),
        ("banker.Bandit(3, loss_range=(0, float('inf')))", ValueError, "not finite"),
        ("banker.Bandit(3, loss_range=print)", TypeError, "a spec takes"),
        ("banker.Bandit(3, body={'type': 'ball'})", ValueError, "it plays arms; bodies"),
        ("banker.Bandit(agent='banker-bolo')", ValueError, 'needs one of "body" and "actions"'),
        ("banker.Bandit(['a', 'a'])", ValueError, "twice"),
        ("banker.Bandit.from_spec('{')", ValueError, "spec"),
        ("banker.Bandit.from_spec(b'{}')", TypeError, "a spec is a dict or its JSON text"),
        ("banker.Bandit.from_spec('[1]')", TypeError, "a spec is a dict or its JSON text"),
        ("banker.Bandit.load(b'')", ValueError, "not a snapshot"),
        ("banker.replay('/no/such/file')", FileNotFoundError, "no/such/file"),
        ("banker.Bandit(3, seed=1).__init__(5)", TypeError, "made already"),
        ("banker.Bandit.load('/no/such/file')", FileNotFoundError, "no/such/file"),
        ("list(banker.replay(['{}']))", ValueError, "line 1: "),
    ],
)
def test_what_cannot_be_made(make, kind, message):
    with pytest.raises(kind, match=message):
        eval(make)


def test_damaged_snapshots_are_refused(ads):
    ads.tell_many(ads.ask_many(5), np.zeros(5))
    snapshot = ads.save()
    for place in range(0, len(snapshot), 7):
        damaged = bytearray(snapshot)
        damaged[place] ^= 0x40
        with pytest.raises(ValueError):
            banker.Bandit.load(bytes(damaged))


def test_a_round_error_is_a_key_error_with_a_plain_message(ads):
    with pytest.raises(KeyError) as caught:
        ads.tell(5, 0)
    assert str(caught.value) == "unknown round 5: no round was asked yet"


def test_records_pickle():
    bandit = banker.Bandit(agent="banker-bolo", body={"type": "ball", "dimension": 2, "radius": 1}, seed=1)
    decision = bandit.ask()
    again = pickle.loads(pickle.dumps(decision))
    assert again == decision and (again.action == decision.action).all() and again.sign == decision.sign
    assert bandit.tell(again, 0.5).status == "settled"
    batch = pickle.loads(pickle.dumps(bandit.ask_many(2)))
    assert len(bandit.tell_many(batch, [0, 1])) == 2


@pytest.mark.parametrize("call", ["ask()", "tell(1, 0)", "rounds", "spec", "arm_names", "save()", "ask_many(2)", "arms"])
def test_a_bandit_that_was_never_made_says_so(call):
    bandit = banker.Bandit.__new__(banker.Bandit)
    assert "Bandit object" in repr(bandit)
    with pytest.raises(TypeError, match=r"call super\(\).__init__\(\) first"):
        eval(f"bandit.{call}")


def test_what_a_number_of_ones_own_raises_comes_through(ads):
    class Odd:
        def __float__(self):
            raise KeyboardInterrupt

        __index__ = __float__

    ads.ask()
    for call in (lambda: ads.tell(1, Odd()), lambda: ads.tell(Odd(), 0), lambda: ads.ask(Odd())):
        before = ads.save()
        with pytest.raises(KeyboardInterrupt):
            call()
        assert ads.save() == before
