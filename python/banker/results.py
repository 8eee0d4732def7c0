"""What a study came to."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, Union

import numpy as np
from numpy.typing import NDArray

from . import _banker
from ._files import write_whole
from ._result_text import table_text
from .plot import plot as draw

if TYPE_CHECKING:
    import pandas

Row = dict[str, Any]

_PROBLEM = ("losses", "delays", "arms", "rounds")


class Results(dict[str, NDArray[Any]]):
    """A dict of columns with a row for every run, and what is made of them.

    >>> results = banker.compare(["banker", "uniform"], arms=5, rounds=1000, runs=2)
    >>> list(results["agent"]), results["regret"].round(2)
    (['banker', 'banker', 'uniform', 'uniform'], array([50.29, 32.89, 80.  , 80.  ]))
    >>> results["curve"].shape
    (4, 60)

    Columns: agent, losses, delays, arms, rounds, run, seed, regret, certificate, total_invested,
    total_outstanding, ns_per_round; nan where there is none. curve has the regret after each of so many equal
    parts of a run, and at the rounds in which these end; where a run has fewer rounds than parts, they are
    nan and 0 after the last. Rows come problem by problem, agent by agent, run by run. Printed it is the
    table of `banker compare`.
    """

    def __init__(self, columns: Mapping[str, NDArray[Any]], study: Union[_banker.StudyRun, Kept]) -> None:
        super().__init__(columns)
        self._study = study

    @classmethod
    def of(cls, run: _banker.StudyRun) -> Results:
        """The results of a study that was run."""
        numbers = run.rows()
        cell, agent, number = numbers.pop("place").T
        cells = run.cells
        columns = {"agent": np.array(run.agents)[agent]}
        for key in _PROBLEM:
            columns[key] = np.array([one[key] for one in cells])[cell]
        seed = json.loads(run.request())["seed"]
        columns.update(run=number.copy(), seed=number + seed, **numbers)
        columns["at"] = _ends(columns["rounds"], columns["curve"].shape[1])
        return cls(columns, run)

    @property
    def cells(self) -> list[Row]:
        """The problems, in the order that plot(cell=...) counts.

        >>> for cell in banker.simulate(delays=["none", "fixed:9"], arms=5, rounds=100, runs=1).cells:
        ...     print(cell)
        {'losses': 'bernoulli', 'delays': 'none', 'arms': 5, 'rounds': 100}
        {'losses': 'bernoulli', 'delays': 'fixed:9', 'arms': 5, 'rounds': 100}
        """
        return [{key: cell[key] for key in _PROBLEM} for cell in self._study.cells]

    def summary(self) -> list[Row]:
        """One row per problem and agent.

        mean, stderr and worst of the regrets; rank: 1 + the agents that are better beyond chance (paired
        t-test over the runs, 5 %); behind: the mean regret beyond that of the best agent, and behind_half the
        half-width of its 95 % interval; share: of the regret of share_of; certificate, total_invested,
        ns_per_round: means. None where there is none.

        >>> row = banker.simulate("banker", arms=5, rounds=1000, runs=4).summary()[0]
        >>> row["agent"], round(row["mean"], 2), row["rank"]
        ('banker', 39.47, 1)
        """
        return self._study.summary()

    def frame(self) -> pandas.DataFrame:
        """All columns but curve and at, as a table of pandas.

        >>> banker.simulate("uniform", arms=5, rounds=1000, runs=2).frame()[["agent", "run", "regret"]]
             agent  run  regret
        0  uniform    0    80.0
        1  uniform    1    80.0
        """
        try:
            import pandas
        except ImportError:
            raise ImportError(
                "frame() needs the package pandas: pip install pandas; the columns are in the results, too"
            ) from None
        return pandas.DataFrame({key: column for key, column in self.items() if column.ndim == 1})

    @property
    def data(self) -> dict[str, Any]:
        """All that a report shows, as one dict; web/src/wire.ts describes it.

        The first time it plays the first run of every agent once more, and watches what happens in it.

        >>> data = banker.simulate("banker", delays="fixed:10", rounds=1000, runs=2).data
        >>> data["cells"][0]["agents"][0]["trace"]["outstanding"][-1]
        11.0
        """
        if "_data" not in vars(self):
            self._data: dict[str, Any] = json.loads(self._study.json())
        return self._data

    def report(self, folder: Union[str, PathLike[str]]) -> str:
        """Makes the page index.html in the folder, which opens without a network; returns its path.

        A study without parts of one's own also leaves study.json and runs.jsonl there, as
        `banker compare --out` does: `banker report FOLDER` makes CSV files of them.

        >>> banker.simulate("banker", rounds=1000, runs=2).report("mine")  # doctest: +SKIP
        'mine/index.html'
        """
        os.makedirs(folder, exist_ok=True)
        if isinstance(self._study, _banker.StudyRun) and not self._study.own:
            write_whole(os.path.join(folder, "study.json"), self._study.request().encode())
            self._study.log(os.path.join(folder, "runs.jsonl"))
        page = os.path.join(folder, "index.html")
        write_whole(page, _banker.report_page(self._study.json()).encode())
        return page

    plot = draw

    def __repr__(self) -> str:
        return table_text(self.summary(), self._study.cells, self["seed"])

    def __copy__(self) -> Results:
        return Results(self, self._study)

    def copy(self) -> Results:
        return self.__copy__()

    def __deepcopy__(self, memo: dict[int, Any]) -> Results:
        return Results({key: column.copy() for key, column in self.items()}, self._study)

    def __reduce__(self) -> tuple[Any, ...]:
        kept = Kept(self._study.agents, self._study.cells, self.summary(), self._study.json())
        return Results, (dict(self), kept)


def _ends(rounds: NDArray[Any], parts: int) -> NDArray[np.int64]:
    """The last round of each of n equal parts of T rounds: floor(i T / n), with n = min(parts, T).

    >>> _ends(np.array([100, 3]), 4)
    array([[ 25,  50,  75, 100],
           [  1,   2,   3,   0]])
    """
    total = rounds.astype(np.int64)[:, None]
    part, count = np.arange(1, parts + 1, dtype=np.int64), np.minimum(parts, total)
    return np.where(part <= count, part * total // count, 0)


@dataclass(frozen=True)
class Kept:
    """What pickled results keep of their study."""

    agents: list[str]
    cells: list[Row]
    rows: list[Row]
    text: str

    def summary(self) -> list[Row]:
        return [dict(row) for row in self.rows]

    def json(self) -> str:
        return self.text
