"""The client of the decision server, `banker serve`: docs/server.md."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Optional, Union
from urllib.parse import quote

from ._connect_bandit import RemoteBandit
from ._connect_errors import ServerError
from ._connect_http import Link
from ._connect_same import check_same


def connect(
    url: str = "http://127.0.0.1:8080",
    token: Optional[str] = None,
    *,
    timeout: float = 10.0,
    verify: Union[bool, str, PathLike[str]] = True,
    retries: int = 5,
    backoff: float = 0.1,
    idempotent: bool = True,
) -> Server:
    """The decision server at an address. Nothing is sent yet.

    >>> banker.connect("http://127.0.0.1:8080")
    <banker.Server at http://127.0.0.1:8080>

    timeout is in seconds, for a connection and for each wait for an answer. verify is for https: True, the
    authorities this machine trusts; a file with the certificate to trust; False, no check at all.

    A request that the server cannot do now, or that does not reach it, is sent again up to `retries` times: after
    `backoff` seconds, then twice as long each time, or what the server asks for. A request whose answer was lost is
    sent again only where that cannot do it twice: whatever reads, tells, drops, and asks with an id. With
    idempotent=True every ask has an id, made here; it costs the server an entry in an index per decision. With False
    the server makes the ids; an ask whose answer is lost then raises, and leaves a decision open that nobody knows of.
    """
    return Server(Link(url, token, timeout, verify, retries, backoff), idempotent)


class Server:
    """A decision server: bandits by name.

    >>> ads = server.create("ads", ["red", "green", "blue"], seed=7)
    >>> server["ads"].ask().arm            # from any process
    'blue'
    >>> list(server)
    ['ads']

    Threads may share it: each has a connection of its own, kept between requests.
    """

    __module__ = "banker"

    def __init__(self, link: Link, idempotent: bool = True) -> None:
        self._link, self._idempotent = link, idempotent

    def create(
        self,
        name: str,
        arms: Union[int, Sequence[str], None] = None,
        agent: str = "banker",
        *,
        expire_after: Optional[float] = None,
        on_expiry: Union[str, Mapping[str, float], None] = None,
        late: Optional[str] = None,
        max_open: Optional[int] = None,
        exist_ok: bool = False,
        **spec: Any,
    ) -> RemoteBandit:
        """Makes a bandit: arms, agent and the rest of the spec are those of Bandit.

        >>> ads = server.create("ads", 3, expire_after=86400, on_expiry={"reward": 0})
        >>> ads.info()["expire_after"]
        86400.0

        A decision that is not told within expire_after seconds expires: on_expiry is "drop", or the loss or the reward
        that silence means. late says what an outcome is that comes after that: "ignore", "accept" or "refuse".
        More than max_open open decisions are refused. With exist_ok a bandit of that name is taken as it is, if it is
        what it would be: what is given here and differs there is a ValueError. A seed that is not given may be any.
        """
        body: dict[str, Any] = {"name": name, "agent": agent}
        terms = {"expire_after": expire_after, "on_expiry": on_expiry, "late": late, "max_open": max_open}
        given: dict[str, Any] = {"arms": arms, **spec, **terms}
        body.update({key: value for key, value in given.items() if value is not None})
        try:
            about = self._link.call("POST", "/v1/bandits", body, again=exist_ok)
        except ServerError as error:
            if error.status != 409 or not exist_ok:
                raise
            about = self._link.call("GET", _path(name))
            check_same(about, body)
        return RemoteBandit(self._link, about, self._idempotent)

    def bandit(self, name: str) -> RemoteBandit:
        """The bandit of this name; server[name] is the same.

        >>> ads = server.create("ads", 3)
        >>> server.bandit("ads").arms, "shop" in server
        (3, False)
        """
        return RemoteBandit(self._link, self._link.call("GET", _path(name)), self._idempotent)

    def bandits(self) -> list[dict[str, Any]]:
        """All bandits, by name: name, agent, rounds, open and spec of each.

        >>> ads = server.create("ads", 3)
        >>> [(bandit["name"], bandit["rounds"]) for bandit in server.bandits()]
        [('ads', 0)]
        """
        bandits: list[dict[str, Any]] = self._link.call("GET", "/v1/bandits")["bandits"]
        return bandits

    def delete(self, name: str) -> None:
        """Throws a bandit away, with its log.

        >>> ads = server.create("ads", 3)
        >>> server.delete("ads")
        >>> server.bandits()
        []
        """
        self._link.call("DELETE", _path(name), again=False)

    def ready(self) -> bool:
        """Whether the server answers, and can write. Asks once.

        >>> server.ready()
        True
        """
        try:
            self._link.call("GET", "/readyz", retries=0)
        except ServerError as error:
            if error.status in (None, 503):
                return False
            raise
        return True

    def metrics(self) -> dict[str, float]:
        """What /metrics says: each sample by its name and labels, as written there."""
        lines = self._link.fetch("GET", "/metrics").decode().splitlines()
        samples = (line.rsplit(" ", 1) for line in lines if line and not line.startswith("#"))
        return {name: float(value) for name, value in samples}

    def events(self, bandit: Optional[str] = None) -> Iterator[dict[str, Any]]:
        """What happens from now on, of one bandit or of all, each as a dict whose "event" says what it is.

        >>> ads = server.create("ads", ["red", "green"], seed=7)
        >>> happening = server.events("ads")
        >>> shown = ads.ask()
        >>> event = next(happening)
        >>> event["event"], event["arm"] == shown.arm
        ('ask', True)

        A reader that is too slow gets an event "missed", with a count. When the server stops, the stream ends or raises
        ConnectionError; a new one does not begin where this one ended: what is in between is in the log of each bandit.
        """
        query = "" if bandit is None else f"?bandit={quote(bandit, safe='')}"
        return _events(self._link.lines(f"/v1/events{query}"))

    def close(self) -> None:
        """Closes the connection of this thread; a `with` block does the same."""
        self._link.close()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __getitem__(self, name: str) -> RemoteBandit:
        return self.bandit(name)

    def __contains__(self, name: object) -> bool:
        return name in list(self)

    def __iter__(self) -> Iterator[str]:
        return iter([bandit["name"] for bandit in self.bandits()])

    def __repr__(self) -> str:
        return f"<banker.Server at {self._link.url}>"


def _path(name: str) -> str:
    return f"/v1/bandits/{quote(name, safe='')}"


def _events(lines: Iterator[bytes]) -> Iterator[dict[str, Any]]:
    """Server-sent events: fields line by line, an empty line after each event."""
    kind, data = "message", ""
    for line in lines:
        field, _, value = line.decode().rstrip("\r").partition(":")
        if field == "event":
            kind = value.strip()
        elif field == "data":
            data += value.strip()
        elif not field and not value and data:
            yield {"event": kind, **json.loads(data)}
            kind, data = "message", ""
