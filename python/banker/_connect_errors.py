"""What a server refuses, as the exceptions that a Bandit raises for the same mistakes."""

from __future__ import annotations

import json
from typing import Optional

from .errors import RoundError


class ServerError(Exception):
    """What the decision server refused, or that it cannot be reached.

    status is that of HTTP, or None if there was no answer. Where a Bandit raises ValueError, TypeError or
    RoundError for the same mistake, this is one, too; a bandit that is not there is a KeyError, a token that may
    not do this a PermissionError, a server that does not answer or cannot write a ConnectionError.
    """

    __module__ = "banker"  # where users find it

    def __init__(self, message: str, status: Optional[int] = None) -> None:
        super().__init__(message)
        self.status = status

    def __str__(self) -> str:
        return str(self.args[0])  # a KeyError would put it in quotes


class UnknownBandit(ServerError, KeyError):
    """There is no bandit of that name, or no such page."""


class ServerRoundError(ServerError, RoundError):
    """No such decision, or one that was told or dropped before."""


class ServerValueError(ServerError, ValueError):
    """A value that is out of range, or a name that is taken."""


class ServerTypeError(ServerError, TypeError):
    """A request of the wrong form."""


class Forbidden(ServerError, PermissionError):
    """The token is missing, unknown, or for something else."""


class Unreachable(ServerError, ConnectionError):
    """No answer, or none that can be relied on."""


_KINDS: dict[int, type[ServerError]] = {
    400: ServerTypeError,
    401: Forbidden,
    403: Forbidden,
    404: UnknownBandit,
    409: ServerValueError,
    413: ServerValueError,
    422: ServerValueError,
    503: Unreachable,
}
# Of what was asked about one decision.
_OF_A_ROUND: dict[int, type[ServerError]] = {**_KINDS, 404: ServerRoundError, 409: ServerRoundError}
# What a list of outcomes says of one of them, as it would be answered alone.
_REFUSED = {"unknown": 404, "conflict": 409, "invalid": 422, "unavailable": 503}


def refusal(status: int, detail: str, *, of_a_round: bool = False) -> ServerError:
    """The exception for an answer of HTTP."""
    kinds = _OF_A_ROUND if of_a_round else _KINDS
    return kinds.get(status, ServerError)(detail, status)


def refused_outcome(verdict: str, detail: str) -> Optional[ServerError]:
    """The exception for one outcome of a list; None if it was not refused."""
    status = _REFUSED.get(verdict)
    return None if status is None else refusal(status, detail, of_a_round=True)


def detail_of(status: int, reason: str, body: bytes) -> str:
    """What a problem says, or the answer of something that is not our server: a proxy on the way.

    >>> detail_of(404, "Not Found", b'{"status":404,"detail":"there is no bandit \\\\"ads\\\\""}')
    'there is no bandit "ads"'
    >>> detail_of(502, "Bad Gateway", b"<html>")
    'the answer was 502 Bad Gateway'
    """
    try:
        return str(json.loads(body)["detail"])
    except (ValueError, KeyError, TypeError):
        return f"the answer was {status} {reason}"
