"""HTTP requests with total deadlines, retries and reused connections."""

from __future__ import annotations

import http.client
import json
import queue
import random
import threading
import time
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, Mapping, NamedTuple, Optional, Tuple, Union
from urllib.parse import urlsplit

from .clock import Clock
from .errors import CheckinError

FIRST_DELAY = 0.2
LONGEST_DELAY = 5.0
MAX_IDLE_CONNECTIONS = 16
# In seconds. After that, a server or a firewall may have dropped the connection, and not every one says so.
LONGEST_IDLE = 4.0


# Called before an attempt is repeated, with its error and the wait in seconds: for a log.
OnRetry = Callable[[CheckinError, float], None]


class Call(NamedTuple):
    """One HTTP request, before it is sent. ``path`` is appended to the base URL.

    ``attempt_timeout`` is for a call that takes longer than others. Default: that of the client.
    """

    method: str
    path: str
    headers: Mapping[str, str] = {}
    body: Optional[Mapping[str, Any]] = None
    attempt_timeout: Optional[float] = None


class Reply(NamedTuple):
    """A successful response. ``server_time`` is the service's clock in seconds since the Unix epoch."""

    body: Dict[str, Any]
    server_time: float


class Attempts:
    """The error of a call's last attempt, for threads that wait for the call and give up earlier."""

    last_error: Optional[CheckinError] = None


class _Raw(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    text: str


def _parse_date(value: Optional[str]) -> Optional[float]:
    try:
        return parsedate_to_datetime(value).timestamp() if value else None
    except (TypeError, ValueError):
        return None


def _retry_after(headers: http.client.HTTPMessage) -> float:
    """Retry-After in seconds: delay-seconds or an HTTP-date (RFC 9110, section 10.2.3)."""
    value = headers.get("Retry-After")
    if value and value.isdecimal():
        return float(value)
    date = _parse_date(value)
    # The device's clock may be wrong.
    return max(0.0, date - (_parse_date(headers.get("Date")) or time.time())) if date else 0.0


def _parse_body(text: str) -> Dict[str, Any]:
    """A proxy may respond with something other than JSON: then the message is its text."""
    try:
        body = json.loads(text)
    except ValueError:
        return {"message": text[:200]}
    return body if isinstance(body, dict) else {"message": text[:200]}


def _delay(retry: int, retry_after: float) -> float:
    """Random and growing, so that many gates do not return at the same moment; never sooner than the service asks."""
    return max(retry_after, random.uniform(0, min(LONGEST_DELAY, FIRST_DELAY * 2**retry)))


class Transport:
    """Sends calls to one service. Safe for any number of threads; no lock is held during a request."""

    def __init__(self, base_url: str, language: str, attempt_timeout: float, on_retry: OnRetry, clock: Clock) -> None:
        url = urlsplit(base_url)
        if url.scheme not in ("http", "https") or not url.hostname:
            raise ValueError(f"base_url must be a URL such as https://api.example.com, not {base_url!r}")
        self._connection_class = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
        self._host, self._port, self._root = url.hostname, url.port, url.path.rstrip("/")
        self._language, self._attempt_timeout, self._on_retry = language, attempt_timeout, on_retry
        self._clock = clock
        # Each with the ``time.monotonic()`` of its last use.
        self._idle: "queue.LifoQueue[Tuple[http.client.HTTPConnection, float]]" = queue.LifoQueue(MAX_IDLE_CONNECTIONS)

    def send(self, call: Call, deadline: float, attempts: Optional[Attempts] = None) -> Reply:
        """Sends a call, with retries until ``deadline`` (``time.monotonic()``). Raises CheckinError.

        ``attempts`` receives the error of each attempt.
        """
        retry = 0
        while True:
            outcome, wait = self._try(call, deadline - time.monotonic())
            if isinstance(outcome, Reply):
                return outcome
            if attempts is not None:
                attempts.last_error = outcome
            delay = _delay(retry, wait)
            if not outcome.is_transient or time.monotonic() + delay >= deadline:
                raise outcome
            self._on_retry(outcome, delay)
            time.sleep(delay)
            retry += 1

    def close(self) -> None:
        """Closes idle connections."""
        while True:
            try:
                self._idle.get_nowait()[0].close()
            except queue.Empty:
                return

    def _try(self, call: Call, remaining: float) -> "tuple[Union[Reply, CheckinError], float]":
        """Returns the reply or the error of one attempt, and the seconds that the service asks to wait."""
        try:
            raw = self._attempt(call, max(0.001, min(call.attempt_timeout or self._attempt_timeout, remaining)))
            if 200 <= raw.status < 300:
                return self._read_reply(raw), 0.0
            return CheckinError(raw.status, _parse_body(raw.text)), _retry_after(raw.headers)
        except (OSError, ValueError, http.client.HTTPException) as error:  # no response, or a part of one
            self.close()  # the idle connections are probably broken too, and a retry would fail on them
            return CheckinError(0, {"message": f"{type(error).__name__}: {error}"}), 0.0

    def _read_reply(self, raw: _Raw) -> Reply:
        """Raises ValueError for the page of a proxy or a captive portal."""
        body = json.loads(raw.text)
        if not isinstance(body, dict):
            raise ValueError("the response is not a JSON object")
        server_time = _parse_date(raw.headers.get("Date"))
        if server_time is not None:
            self._clock.measure(server_time)
        return Reply(body, time.time() if server_time is None else server_time)

    def _attempt(self, call: Call, timeout: float) -> _Raw:
        """Runs in its own thread, because socket timeouts limit neither name resolution nor a response that comes slowly."""
        results: "queue.SimpleQueue[Union[_Raw, BaseException]]" = queue.SimpleQueue()
        connection = self._take(timeout)

        def run() -> None:
            try:
                raw = self._exchange(connection, call)
            except BaseException as error:  # handed over to the calling thread
                connection.close()
                results.put(error)
            else:
                results.put(raw)

        threading.Thread(target=run, daemon=True).start()
        try:
            result = results.get(timeout=timeout)
        except queue.Empty:
            connection.close()
            raise TimeoutError(f"no response within {timeout:.1f} s") from None
        if isinstance(result, BaseException):
            raise result
        self._give_back(connection)
        return result

    def _exchange(self, connection: http.client.HTTPConnection, call: Call) -> _Raw:
        data = None if call.body is None else json.dumps(call.body).encode()
        headers = {"Accept-Language": self._language, **call.headers}
        if data is not None:
            headers["Content-Type"] = "application/json"
        connection.request(call.method, self._root + call.path, data, headers)
        response = connection.getresponse()
        return _Raw(response.status, response.headers, response.read().decode(errors="replace"))

    def _take(self, timeout: float) -> http.client.HTTPConnection:
        try:
            connection, last_used = self._idle.get_nowait()
        except queue.Empty:
            return self._connection_class(self._host, self._port, timeout=timeout)
        # A closed connection is opened again when it is used.
        connection.timeout = timeout
        if time.monotonic() - last_used > LONGEST_IDLE:
            connection.close()
        elif connection.sock is not None:
            connection.sock.settimeout(timeout)
        return connection

    def _give_back(self, connection: http.client.HTTPConnection) -> None:
        try:
            self._idle.put_nowait((connection, time.monotonic()))
        except queue.Full:
            connection.close()
