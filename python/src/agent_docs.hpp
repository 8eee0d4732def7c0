#pragma once

// What help(banker.Bandit) says of the methods written in C++. The first line is read by Python as the signature.
namespace banker::python::docs {

inline constexpr const char* kAsk = R"(ask(self, arm=None, *, direction=None, sign=None)
--

The next decision. Ask as often as you like before an outcome is told.

Keep the round: its outcome is told by it, in any order, after any delay.

>>> ads = banker.Bandit(["red", "green", "blue"], seed=7)
>>> first = ads.ask()
>>> first.arm
'blue'
>>> round, arm, probability = ads.ask()  # another, before anything is known of the first

arm, or direction and sign for linear agents, replaces the draw by a decision made elsewhere, with the
probability that the bandit has for it: for logs that are played again, not for what you prefer.)";

inline constexpr const char* kTell = R"(tell(self, round, loss=None, *, reward=None)
--

The outcome of a round: a loss, or a reward. In the range [low, high] a reward r is the loss low + high - r.

round is a Decision or its number. A mistake raises, and changes nothing.

>>> ads = banker.Bandit(["red", "green", "blue"], seed=7)
>>> first, second = ads.ask(), ads.ask()
>>> ads.tell(second, reward=0).status
'settled'
>>> ads.tell(first.round, loss=2)
Traceback (most recent call last):
ValueError: the loss 2 is outside [0, 1]; set loss_range if outcomes are on another scale)";

inline constexpr const char* kDrop = R"(drop(self, round)
--

The outcome of this round will never come. It counts as the lowest loss: where silence means failure, tell that.

>>> ads = banker.Bandit(2, seed=7)
>>> ads.drop(ads.ask())
banker.Receipt(round=1, status='dropped', immediate_cost=0.0))";

inline constexpr const char* kAction = R"(action(self, round)
--

The point to play in an open round of a linear agent; also in the Decision.

>>> prices = banker.Bandit(agent="banker-bolo", body={"type": "ball", "dimension": 2, "radius": 1}, seed=7)
>>> decision = prices.ask()
>>> bool((prices.action(decision) == decision.action).all())
True)";

inline constexpr const char* kProbabilities = R"(probabilities(self)
--

What the next ask() draws from, as an array: one per arm, or per listed action; empty on a body.

>>> banker.Bandit(4, seed=7).probabilities()
array([0.25, 0.25, 0.25, 0.25]))";

inline constexpr const char* kPoint = R"(point(self)
--

The probabilities, or the point of the body that the next action is drawn around.

>>> banker.Bandit(agent="banker-bolo", body={"type": "ball", "dimension": 2, "radius": 1}, seed=7).point()
array([0., 0.]))";

inline constexpr const char* kCertificate = R"(certificate(self)
--

A bound on the regret so far, measured on the estimated losses of what was told; None without a bank.

>>> bandit = banker.Bandit(2, seed=7)
>>> bandit.tell(bandit.ask(), loss=1).status
'settled'
>>> round(bandit.certificate(), 3)
39.633)";

inline constexpr const char* kTotalInvested = R"(total_invested(self)
--

What was borrowed so far, B_t, in units of the agent; None without a bank.

>>> bandit = banker.Bandit(2, agent="banker-tinf", seed=7)
>>> bandit.ask().round
1
>>> bandit.total_invested()
1.0)";

inline constexpr const char* kStatement = R"(statement(self, round)
--

How an open round was paid: its scale is what was borrowed, what a pool paid, and what single savings paid.

>>> bandit = banker.Bandit(2, agent="banker-tinf", seed=7)
>>> bandit.statement(bandit.ask())
banker.Statement(scale=1.0, borrowed=1.0, from_pool=0.0, payments=[]))";

inline constexpr const char* kUpgrade = R"(upgrade(self, rule)
--

Goes on by a newer rule of its agent: what the next ask() draws from stays the same, open rounds can be told.

>>> ads = banker.Bandit(2, "uniform", seed=7)
>>> ads.upgrade(ads.rule)
Traceback (most recent call last):
ValueError: uniform plays by rule 1 already: rules only go forward)";

inline constexpr const char* kOutstanding =
    "The number of open rounds: asked, and neither told, dropped nor given up.";
inline constexpr const char* kRounds = "The number of rounds asked so far.";
inline constexpr const char* kSpec =
    "All that the agent is made of, as JSON text; Bandit.from_spec() takes it back.";
inline constexpr const char* kName = "The name of the agent in banker.agents().";
inline constexpr const char* kRule = "The number of the rule that the agent plays by.";
inline constexpr const char* kSeed = "The draw of a round is a function of the seed and the round.";
inline constexpr const char* kArms = "The number of arms, or of listed actions; 0 on a body.";
inline constexpr const char* kDimension = "Of an action; 0 for an agent that plays arms.";
inline constexpr const char* kArmNames =
    "The names of the arms; their numbers as texts where none were given.";

}  // namespace banker::python::docs
