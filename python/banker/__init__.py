"""Decisions whose outcome comes late.

>>> import banker
>>> ads = banker.Bandit(["red", "green", "blue"], seed=7)
>>> shown = ads.ask()                   # show this ad now; others may follow before anything is known of it
>>> receipt = ads.tell(shown, reward=1)  # minutes or days later, in any order
>>> ads.probabilities().round(3)
array([0.319, 0.319, 0.362])

Bandit makes decisions, connect() has a server make them. simulate() and compare() say beforehand what delay will cost.
"""

from __future__ import annotations

from . import export, optuna_like, plot, river_like
from ._banker import Decision, Receipt, Statement, __version__
from ._connect_bandit import RemoteBandit
from ._connect_errors import ServerError
from ._connect_records import RemoteDecision, RemoteDecisions, RemoteReceipt, RemoteReceipts
from .bandit import Bandit
from .batches import Decisions, Receipts
from .catalog import agents, replay
from .connect import Server, connect
from .errors import RoundError, StaleWarning
from .log import Log, read_log
from .parts import Delays, Losses, ScaleRule
from .recorder import Recorder
from .results import Results
from .study import compare, simulate

__all__ = [
    "Bandit",
    "Decision",
    "Decisions",
    "Delays",
    "Log",
    "Losses",
    "Receipt",
    "Receipts",
    "Recorder",
    "RemoteBandit",
    "RemoteDecision",
    "RemoteDecisions",
    "RemoteReceipt",
    "RemoteReceipts",
    "Results",
    "RoundError",
    "ScaleRule",
    "Server",
    "ServerError",
    "StaleWarning",
    "Statement",
    "__version__",
    "agents",
    "compare",
    "connect",
    "export",
    "optuna_like",
    "plot",
    "read_log",
    "replay",
    "river_like",
    "simulate",
]
