"""Requests to the server: one connection per thread that is kept, and what may safely be sent again is."""

from __future__ import annotations

import http.client
import json
import os
import random
import select
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from email.message import Message
from typing import Any, Callable, NamedTuple, Optional, Union
from urllib.parse import urlsplit

from ._connect_errors import Unreachable, detail_of, refusal
from ._spec import spec_text

_LONGEST_PAUSE = 2.0  # between two tries, seconds, unless the server asks for more
_MOST_ASKED = 60.0  # of which not more than this is believed
_QUIET = 45.0  # a stream sends a sign of life every 15 seconds
_NOT_HTTP = (http.client.BadStatusLine, ConnectionResetError)  # what a server of https answers to http


class Answer(NamedTuple):
    status: int
    reason: str
    headers: Message
    body: bytes


class _Lost(Exception):
    """No answer: the request was not sent at all, or it is not known whether it was done."""

    def __init__(self, cause: Exception, sent: bool) -> None:
        super().__init__(str(cause) or type(cause).__name__)
        self.cause, self.sent = cause, sent


class Link:
    """The way to one server. Threads may share it: each has a connection of its own."""

    def __init__(
        self,
        url: str,
        token: Optional[str],
        timeout: float,
        verify: Union[bool, str, os.PathLike[str]],
        retries: int,
        backoff: float,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.username:
            raise ValueError(f"{url!r} is not the address of a server, such as http://127.0.0.1:8080")
        if retries < 0:
            raise ValueError(f"cannot try {retries} times more: retries is 0 or more")
        self.url = url.rstrip("/")
        self._host, self._port, self._prefix = parts.hostname, parts.port, parts.path.rstrip("/")
        self._tls = _tls(verify) if parts.scheme == "https" else None
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._timeout, self._retries, self._backoff = timeout, retries, backoff
        self._own = threading.local()

    def call(self, method: str, path: str, body: Any = None, **how: Any) -> Any:
        """As fetch(), read as JSON; None where the server answers nothing."""
        answer = self.fetch(method, path, body, **how)
        try:
            return json.loads(answer) if answer else None
        except ValueError:
            raise Unreachable(f"{self.url} does not answer as a decision server does") from None

    def fetch(
        self,
        method: str,
        path: str,
        body: Optional[Mapping[str, Any]] = None,
        *,
        again: bool = True,
        of_a_round: bool = False,
        retries: Optional[int] = None,
    ) -> bytes:
        """What the server answers.

        A request that was refused for now (429, 503), or never sent, is sent again after a pause. One whose
        answer was lost is sent again only if doing it twice is doing it once: again=True.
        """
        data = None if body is None else spec_text(body).encode()
        tries = self._retries if retries is None else retries
        answer = self._tries(lambda: self._send(method, path, data), again, tries)
        if answer.status >= 300:
            raise refusal(answer.status, detail_of(answer.status, answer.reason, answer.body), of_a_round=of_a_round)
        return answer.body

    def lines(self, path: str) -> Iterator[bytes]:
        """The lines of an answer that is made while it is sent, on a connection of its own."""
        connection = self._connection(max(self._timeout, _QUIET))
        response: list[http.client.HTTPResponse] = []

        def begin() -> Answer:
            connection.close()
            response[:] = [self._request(connection, "GET", path, None)]
            body = b"" if response[0].status == 200 else response[0].read()
            return Answer(response[0].status, response[0].reason, response[0].headers, body)

        answer = self._tries(begin, True, self._retries)
        if answer.status != 200:
            connection.close()
            raise refusal(answer.status, detail_of(answer.status, answer.reason, answer.body))
        return self._read_lines(connection, response[0])

    def _read_lines(
        self, connection: http.client.HTTPConnection, response: http.client.HTTPResponse
    ) -> Iterator[bytes]:
        rest = b""
        try:
            while piece := response.read1(1 << 16):
                *whole, rest = (rest + piece).split(b"\n")
                yield from whole
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(f"the stream from {self.url} was cut off: {error!r}") from error
        finally:
            response.close()
            connection.close()
        if rest:
            yield rest

    def close(self) -> None:
        """Closes the connection of this thread."""
        kept = vars(self._own).pop("kept", None)
        if kept is not None:
            kept[1].close()

    def _tries(self, once: Callable[[], Answer], again: bool, retries: int) -> Answer:
        for attempt in range(retries + 1):
            last = attempt == retries
            try:
                answer = once()
            except _Lost as lost:
                hopeless = isinstance(lost.cause, ssl.SSLCertVerificationError) or (lost.sent and not again)
                if last or hopeless:
                    raise Unreachable(self._no_answer(lost, again)) from lost.cause
                self._pause(attempt)
                continue
            if answer.status not in (429, 503) or last:
                break
            self._pause(attempt, answer.headers.get("Retry-After"))
        return answer

    def _send(self, method: str, path: str, data: Optional[bytes]) -> Answer:
        try:
            response = self._request(self._kept(), method, path, data)
            return Answer(response.status, response.reason, response.headers, response.read())
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise _Lost(error, True) from error
        except BaseException:
            self.close()  # half an answer may be on its way
            raise

    def _request(
        self, connection: http.client.HTTPConnection, method: str, path: str, data: Optional[bytes]
    ) -> http.client.HTTPResponse:
        """The beginning of an answer."""
        sent = False
        try:
            if connection.sock is None:
                connection.connect()
            sent = True
            headers = self._headers if data is None else {**self._headers, "Content-Type": "application/json"}
            connection.request(method, self._prefix + path, data, headers)
            return connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            raise _Lost(error, sent) from error

    def _kept(self) -> http.client.HTTPConnection:
        """This thread's connection, unless the server has hung up, or it is that of the process we were forked from."""
        process, connection = getattr(self._own, "kept", (None, None))
        if process == os.getpid() and connection is not None and not _hung_up(connection):
            kept: http.client.HTTPConnection = connection
            return kept
        self.close()
        connection = self._connection(self._timeout)
        self._own.kept = os.getpid(), connection
        return connection

    def _connection(self, timeout: float) -> http.client.HTTPConnection:
        if self._tls is None:
            return http.client.HTTPConnection(self._host, self._port, timeout=timeout)
        return http.client.HTTPSConnection(self._host, self._port, timeout=timeout, context=self._tls)

    def _pause(self, attempt: int, asked: Optional[str] = None) -> None:
        """Twice as long every time, and not in step with others; at least what the server asks for."""
        seconds = min(_LONGEST_PAUSE, self._backoff * 2**attempt) * random.uniform(0.5, 1.0)
        if asked is not None and asked.isdigit():
            seconds += min(float(asked), _MOST_ASKED)
        time.sleep(seconds)

    def _no_answer(self, lost: _Lost, again: bool) -> str:
        known = "" if again or not lost.sent else "; whether it did what it was asked is not known"
        other = "" if self._tls or not isinstance(lost.cause, _NOT_HTTP) else " (is it https?)"
        return f"no answer from {self.url}: {lost}{other}{known}"


def _hung_up(connection: http.client.HTTPConnection) -> bool:
    """Whether something came in between two requests: nothing but the end of the connection can."""
    if connection.sock is None:
        return False
    incoming = select.poll()
    incoming.register(connection.sock, select.POLLIN)
    return bool(incoming.poll(0))


def _tls(verify: Union[bool, str, os.PathLike[str]]) -> ssl.SSLContext:
    file = None if isinstance(verify, bool) else os.fspath(verify)
    try:
        context = ssl.create_default_context(cafile=file)
    except OSError as error:  # those of TLS are, too
        why = f"no certificate is in it ({error})" if isinstance(error, ssl.SSLError) else error.strerror
        raise type(error)(error.errno, f"verify={file!r}: {why}") from None
    if verify is False:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context
