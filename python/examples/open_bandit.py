# %% [markdown]
# # A shop that hears of its sales late
#
# A fashion shop showed one of 34 items per place and visitor, and logged what was clicked (10,000 rows of
# the Open Bandit Dataset, one week; Saito, Aihara, Matsutani and Narita 2020). Half of this page lets a
# learner loose on that log, in the order of its time stamps, with outcomes that come as late as sales do.
# The other half asks what the learner is worth, from a second log that it has not seen, and how sure of
# that one can be.
#
#     python3 python/examples/open_bandit.py [FOLDER] [--weeks N] [--out FOLDER for pictures]
#
# Cells start with `# %%`: editors that know them run this as a notebook. Pictures need matplotlib. The
# status is 77 where the data is not there.

# %%
from __future__ import annotations

import argparse
import csv
import math
import sys
from heapq import heappop, heappush
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import banker

parser = argparse.ArgumentParser(description="replay a log with late outcomes, and judge what was learned")
parser.add_argument("data", nargs="?", type=Path,
                    default=Path(__file__).resolve().parents[2] / "../shared/data/open_bandit",
                    help="the folder with men_random.csv, men_bts.csv and criteo_conversion_delay.csv")
parser.add_argument("--weeks", type=int, default=1000, help="how long a replay lasts")
parser.add_argument("--runs", type=int, default=4, help="with how many seeds, at least 2")
parser.add_argument("--out", type=Path, help="a folder for the pictures")
options = parser.parse_args()

if not (options.data / "men_random.csv").exists():
    print(f"no data: {options.data} has no men_random.csv")
    sys.exit(77)

ITEMS, DAY, WEEK, STRETCHES = 34, 86_400.0, 7 * 86_400.0, 30


class Log:
    """The columns of a file of logged impressions."""

    def __init__(self, path: Path) -> None:
        with open(path, newline="") as file:
            rows = list(csv.DictReader(file))
        self.time = np.array([float(row["t_s"]) for row in rows])
        self.item = np.array([int(row["item_id"]) for row in rows])
        self.click = np.array([int(row["click"]) for row in rows])
        self.propensity = np.array([float(row["propensity"]) for row in rows])

    def part(self, rows: NDArray[Any]) -> Log:
        some = object.__new__(Log)
        some.__dict__.update({name: column[rows] for name, column in vars(self).items()})
        return some


uniform_log = Log(options.data / "men_random.csv")  # items were drawn uniformly,
thompson_log = Log(options.data / "men_bts.csv")  # and here by Thompson sampling, as likely as propensity says
for name, log in (("uniform log", uniform_log), ("Thompson log", thompson_log)):
    print(f"{name:13} {len(log.item):,} rows, {log.click.sum()} clicks, "
          f"{log.time[0] / DAY:.2f} to {log.time[-1] / DAY:.2f} days")

# %% [markdown]
# ## When an outcome is known
#
# The log says at once what was clicked; that is what logs do. A shop cares for sales, and those come late.
# So every click is reported after a delay drawn from a law that was measured elsewhere, between the clicks
# on ads and the sales they led to (Criteo): a quarter within the first hour, half of them after 80 hours,
# the last after 30 days. Silence is reported by nobody: that there will be no sale is known when the
# *attribution window* closes, and is then told as the loss 1. (Dropping such rounds would count them as the
# best loss there is.) A sale after the window is lost: the learner has been told 1.
#
# With a short window, most is known early and many sales are missed; with a window of 30 days, none is
# missed and every failure is a month late. Note which is late: the bad news. A learner that trusts what has
# arrived so far sees the sales first.


# %%
class SaleDelay:
    """Seconds from click to report: the inverse of the measured distribution function, at uniform draws."""

    def __init__(self, path: Path, seed: int) -> None:
        table = np.loadtxt(path, delimiter=",", skiprows=1)
        self.seconds, self.share = table[:, 0], table[:, 2]
        self.random = np.random.default_rng(seed)

    def draw(self) -> float:
        return float(np.interp(self.random.random(), self.share, self.seconds))


# %% [markdown]
# ## The replay
#
# The learner names an item; we walk on through the log to the next row in which that item happened to be
# shown, and that row is what happened. Nothing is forced, and no ask is taken back. As the log is uniform,
# the rows of an item are a fair sample of it, whoever asks (for a learner that ignores the visitor, as this
# one does). The price is that one row in 34 is used: 294 decisions a week, with 1.35 clicks to be expected.
# Nobody learns about 34 items from that, so the log has to last for longer. The first week is as it was; in
# every later one the time stamps are the same, and at each of them a row happens that is drawn from the
# log, with replacement. (Playing the week again in its own order would not do: a learner can then learn the
# calendar.)


# %%
class Weeks:
    """The log, week after week: its own week first, then weeks of rows drawn from it."""

    def __init__(self, log: Log, seed: int) -> None:
        self.log, self.random = log, np.random.default_rng(seed)
        self.times = log.time.tolist()
        self.number, self.row = -1, len(self.times)
        self.turn_over()

    def turn_over(self) -> None:
        size = len(self.times)
        drawn = self.random.integers(size, size=size) if self.number >= 0 else np.arange(size)
        self.items, self.clicks = self.log.item[drawn].tolist(), self.log.click[drawn].tolist()
        self.number, self.row = self.number + 1, 0

    def now(self) -> float:
        """Seconds since the first week began, at the next row."""
        return self.number * WEEK + self.times[self.row]

    def wait_for(self, item: int) -> tuple[float, int]:
        """Goes past the next row that shows the item: when that is, and whether it was clicked."""
        while True:
            try:
                self.row = self.items.index(item, self.row)
                break
            except ValueError:  # not in what is left of this week
                self.turn_over()
        found = self.now(), self.clicks[self.row]
        self.row += 1
        if self.row == len(self.times):
            self.turn_over()
        return found


def replay(bandit: banker.Bandit, log: Log, days: float | None) -> NDArray[Any]:
    """The clicks of all decisions, with a window of so many days; None: everything is known at once."""
    weeks, delay = Weeks(log, seed=1), SaleDelay(options.data / "criteo_conversion_delay.csv", seed=1)
    due: list[tuple[float, int, float]] = []  # (when, round, loss), the earliest first
    clicks = []
    while weeks.number < options.weeks:
        now = weeks.now()
        while due and due[0][0] <= now:
            _, number, loss = heappop(due)
            bandit.tell(number, loss)
        decision = bandit.ask()
        when, click = weeks.wait_for(decision.arm)
        if days is None:
            told, loss = when, 1.0 - click
        else:
            wait = delay.draw() if click else math.inf
            told, loss = when + min(wait, days * DAY), float(wait > days * DAY)
        heappush(due, (told, decision.round, loss))
        clicks.append(click)
    return np.array(clicks)


def play(agent: str, log: Log, days: float | None) -> tuple[NDArray[Any], NDArray[Any]]:
    """Clicks per decision over time, a row for each run, and the mean of what the runs learned in the end."""
    rates, policies = [], []
    for seed in range(1, options.runs + 1):
        bandit = banker.Bandit(ITEMS, agent, seed=seed)
        stretches = np.array_split(replay(bandit, log, days), STRETCHES)
        rates.append([stretch.mean() for stretch in stretches])
        policies.append(bandit.probabilities())
    return np.array(rates), np.mean(policies, axis=0)


played = {}
print(f"\n{options.weeks:,} weeks, {options.runs} runs; clicks per 1,000 decisions, all and the last tenth\n")
print(f"{'':20}{'window':>10}{'all':>8}{'± stderr':>10}{'last':>8}{'± stderr':>10}")
windows_of: dict[str, list[Any]] = {"uniform": [30], "banker": [None, 1, 7, 30], "delayed-thompson": [None, 30]}
for agent, windows in windows_of.items():
    for days in windows:
        rates, policy = played[agent, days] = play(agent, uniform_log, days)
        columns = [(1e3 * part.mean(), 1e3 * part.mean(axis=1).std(ddof=1) / math.sqrt(len(part)))
                   for part in (rates, rates[:, -STRETCHES // 10 :])]
        print(f"{agent:20}{'none' if days is None else f'{days} d':>10}"
              + "".join(f"{mean:8.2f}{error:10.2f}" for mean, error in columns))

# %% [markdown]
# ## What is a policy worth that never ran?
#
# A log tells what another policy π would have earned, if it says how likely each item was: with the weights
# w = π(item)/propensity, the mean of w·click is right on average (*inverse propensity*); Σ w·click / Σ w,
# *self-normalised*, is slightly wrong and varies less. Both rest on the rows that π likes: their *effective
# number* is (Σ w)²/Σ w².


# %%
class Estimate:
    """The click rate of a policy, from a log of another one: twice, each with its standard error."""

    def __init__(self, log: Log, policy: NDArray[Any]) -> None:
        weight = policy[log.item] / log.propensity
        value = weight * log.click
        self.plain = value.mean()
        self.plain_error = value.std(ddof=1) / np.sqrt(len(value))
        self.normalised = value.sum() / weight.sum()
        self.normalised_error = np.sqrt(np.square(weight * (log.click - self.normalised)).sum()) / weight.sum()
        self.effective_rows = weight.sum() ** 2 / np.square(weight).sum()


def single(item: int) -> NDArray[Any]:
    return np.eye(ITEMS)[item]


uniform = np.full(ITEMS, 1 / ITEMS)
check = Estimate(thompson_log, uniform)
known = Estimate(uniform_log, uniform)
apart = abs(check.plain - known.plain) / np.hypot(check.plain_error, known.plain_error)
print("\nFirst the method. Uniform play, estimated from the Thompson log, and as it was in the uniform one:")
print(f"inverse propensity {check.plain:.5f} ± {check.plain_error:.5f}, "
      f"self-normalised {check.normalised:.5f}; measured {known.plain:.5f} ± {known.plain_error:.5f}.\n"
      f"{apart:.1f} standard errors apart.")

# %% [markdown]
# Now the learned policy: draw a run, and then an item from what that run believed at its end. It learned
# from the uniform log, so the estimate from that log judges it by the rows it was made from, and flatters
# it (the table has a star there). The Thompson log is new to it. The last line learns from four days of the
# uniform log only, and leaves three to be judged by.

# %%
early, late = uniform_log.part(uniform_log.time < 4 * DAY), uniform_log.part(uniform_log.time >= 4 * DAY)
shown = np.bincount(uniform_log.item, minlength=ITEMS)
rate = np.bincount(uniform_log.item, weights=uniform_log.click, minlength=ITEMS) / shown
best = int(rate.argmax())
policies = [
    ("uniform play", uniform, uniform_log, " "),
    ("banker, 30 days", played["banker", 30][1], uniform_log, "*"),
    ("delayed-thompson, 30 days", played["delayed-thompson", 30][1], uniform_log, "*"),
    (f"item {best}, best in hindsight", single(best), uniform_log, "*"),
    ("uniform play, last three days", uniform, late, " "),
    ("banker, from the first four", play("banker", early, 30)[1], late, " "),
]
print(f"\n{'clicks per 1,000':30}{'Thompson log, unseen':^38}{'uniform log':^18}")
print(f"{'':30}{'inv. propensity':>16}{'self-normalised':>16}{'rows':>6}{'inv. propensity':>17}")


def per_mille(value: float, error: float) -> str:
    return f"{1e3 * value:8.2f} ± {1e3 * error:5.2f}"


judged = []
for name, policy, log, star in policies:
    new, old = Estimate(thompson_log, policy), Estimate(log, policy)
    judged.append((name, new, old, star))
    print(f"{name:30}{per_mille(new.plain, new.plain_error)}{per_mille(new.normalised, new.normalised_error)}"
          f"{new.effective_rows:6,.0f} {per_mille(old.plain, old.plain_error)}{star}")
print("rows: their effective number; *: judged by the rows it was learned or chosen from")

# %% [markdown]
# ## What 46 clicks can tell
#
# The best of 34 items has 4 clicks, the others 0 to 4. Suppose all items were *equally* good: how good
# would the best of them look?

# %%
random = np.random.default_rng(1)
alike = random.binomial(shown, uniform_log.click.mean(), size=(10_000, ITEMS))
best_alike = (alike / shown).max(axis=1)
expected = shown * uniform_log.click.mean()


def spread(clicks: NDArray[Any]) -> NDArray[Any]:
    """Pearson's distance from equal rates."""
    return (np.square(clicks - expected) / expected).sum(axis=-1)


as_good = np.mean(best_alike >= rate[best])
as_different = np.mean(spread(alike) >= spread(rate * shown))
print(f"\nThe best item of the log: {1e3 * rate[best]:.1f} per 1,000. The best of {ITEMS} equal ones: "
      f"{1e3 * best_alike.mean():.1f} on average,\n"
      f"and as good as that or better in {as_good:.0%} of the cases. "
      f"Rates as different as in the log, or more: {as_different:.0%}.")

# %% [markdown]
# So this log does not say that its items differ at all. The replay is right about the log, and the learners
# move towards its best items; the log is a poor witness. The Thompson log contradicts nothing: no policy in
# the table is two standard errors away from uniform play there, as the items that the learners like were
# rarely shown in it, and few rows speak for them. (A standard error itself rests on few clicks then: where
# none is seen it is zero, and means nothing.) A log a hundred times as long could tell.
#
# And about the learners, on rates that are those of the log for ever: that is what Thompson sampling
# expects, and it is far ahead of `banker`, which is prepared for losses of any kind between 0 and 1 and
# meets one that is nearly always 1. Where sales are this rare, its guarantee is dear. Delay seems to cost
# `banker` something too. Which window is best, four runs cannot tell: their errors are as large as the
# differences, though one would expect a day to be too short, as it loses two sales of three.

# %%
if options.out:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 3.6), layout="constrained")
    small = {"textcoords": "offset points", "fontsize": 8}
    middle = (np.arange(STRETCHES) + 0.5) / STRETCHES * options.weeks
    lines = [("delayed-thompson", 30, "delayed-thompson"), ("banker", None, "banker, known at once"),
             ("banker", 30, "banker"), ("uniform", 30, "uniform play")]
    for place, (agent, days, name) in enumerate(lines):
        rates = 1e3 * played[agent, days][0].mean(axis=0)
        left.plot(middle, rates, color=f"C{place}", linewidth=1.4)
        left.annotate(name, (options.weeks, rates[-3:].mean()), (4, 0), color=f"C{place}", va="center", **small)
    left.axhline(1e3 * rate[best], color="0.6", linewidth=0.8, linestyle="--", zorder=0)
    left.annotate("its best item", (0, 1e3 * rate[best]), (4, 3), color="0.4", **small)
    left.set(xlabel="weeks; a window of 30 days", ylabel="clicks per 1,000 decisions")
    left.set(xlim=(0, options.weeks), ylim=(0, None))
    left.set_title("In the replay of the uniform log", loc="left", fontsize=10)
    dot = {"fmt": "o", "markersize": 4}
    for place, (name, new, old, star) in enumerate(judged):
        fill = "white" if star == "*" else "C1"
        right.errorbar(1e3 * new.plain, place - 0.13, xerr=1e3 * new.plain_error, color="C0", **dot)
        right.errorbar(1e3 * old.plain, place + 0.13, xerr=1e3 * old.plain_error, color="C1", mfc=fill, **dot)
    right.set_yticks(range(len(judged)), [name for name, *_ in judged], fontsize=8)
    right.set_ylim(len(judged) - 0.5, -0.6)
    for color, fill, name in (("C0", "C0", "Thompson log, unseen"), ("C1", "C1", "uniform log"),
                              ("C1", "white", "uniform log, the same rows")):
        right.plot([], [], "o", color=color, markerfacecolor=fill, markersize=4, label=name)
    right.legend(fontsize=8, frameon=False)
    right.set(xlabel="clicks per 1,000, ± standard error", xlim=(0, None))
    right.set_title("Judged from the logs", loc="left", fontsize=10)
    for panel in (left, right):
        panel.spines[["top", "right"]].set_visible(False)
    options.out.mkdir(parents=True, exist_ok=True)
    plt.rcParams["svg.hashsalt"] = "banker"
    figure.savefig(options.out / "python-open-bandit.svg", metadata={"Date": None})
