"""The client of the service."""

from __future__ import annotations

import re
import time
import uuid
from typing import Any, Dict, List, Mapping, Optional, Sequence

from .clock import Clock, OnClockDifference, format_date
from .errors import CheckinError, UnsendableError
from .http_calls import Call, OnRetry, Transport
from .tokens import Tokens


_IDEMPOTENCY_KEY = re.compile(r"[!-~]{1,128}")


def _check_key(key: Any) -> str:
    """Raises the service's own error for a key that no HTTP header can hold, so that no caller retries it forever."""
    if isinstance(key, str) and _IDEMPOTENCY_KEY.fullmatch(key):
        return key
    raise UnsendableError("invalid_idempotency_key", "An Idempotency-Key must be 1 to 128 visible ASCII characters.")


# The service responds to a sync request within 10 s.
_SYNC_ATTEMPT_TIMEOUT = 13.0


class CheckinClient:
    """A client of the service for all threads of a process. Times are in seconds.

    - ``base_url``: scheme and host, and a path if the operator's URL has one
    - ``language`` of messages: ``en``, ``pt-BR``, ``es`` or ``de``
    - ``attempt_timeout``: the longest time for one attempt; the service responds within 3 s. ``read_bookings`` waits at least 13 s.
    - ``call_timeout``: the longest time for a call with all its retries
    - ``renew_before``: how long before its end an access token is renewed; at most the last quarter of its life
    - ``on_retry``: called before an attempt is repeated, even of a log-in or refresh, with its CheckinError and the wait
    - ``correct_clock``: whether a swipe without ``date`` gets the service's time, if the device's clock differs by more than 30 s
    - ``on_clock_difference``: called with the time by which the service's clock is ahead (negative: behind), whenever it changes
      by more than 30 s
    """

    def __init__(
        self,
        base_url: str,
        client_id: str,
        client_secret: str,
        *,
        language: str = "en",
        attempt_timeout: float = 5.0,
        call_timeout: float = 30.0,
        renew_before: float = 60.0,
        on_retry: OnRetry = lambda error, delay: None,
        correct_clock: bool = True,
        on_clock_difference: OnClockDifference = lambda seconds: None,
    ) -> None:
        self._call_timeout = call_timeout
        self._sync_attempt_timeout = max(attempt_timeout, _SYNC_ATTEMPT_TIMEOUT)
        self._clock = Clock(correct_clock, on_clock_difference)
        self._transport = Transport(base_url, language, attempt_timeout, on_retry, self._clock)
        self._tokens = Tokens(self._transport, client_id, client_secret, renew_before, call_timeout)

    def check_in(
        self, swipe: Mapping[str, Any], *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> Dict[str, Any]:
        """Checks somebody in and returns ``{statusCode, message, checkinCount}``. Raises CheckinError.

        ``swipe`` has ``id``, ``uid`` or ``email``, and optionally ``date`` (RFC 3339 with an offset, sent as it is; default:
        now), ``notify`` and ``reader``. Send the same ``idempotency_key`` again to retry it safely; never use it for another
        swipe within 72 hours.
        """
        headers = {"Idempotency-Key": str(uuid.uuid4()) if idempotency_key is None else _check_key(idempotency_key)}
        deadline = self._deadline(timeout)
        date = swipe.get("date")
        if date is None:
            date = format_date(self._to_service_time(time.time(), deadline))
        result = self._call(Call("POST", "/scheduling/checkin", headers, {**swipe, "date": date}), deadline)
        if not isinstance(result.get("checkinCount"), int):
            raise CheckinError(0, {"message": "the response does not hold a count"})
        return result

    def check_in_batch(
        self, swipes: Sequence[Mapping[str, Any]], *, timeout: Optional[float] = None
    ) -> List[Dict[str, Any]]:
        """Sends up to 100 swipes, each with ``key`` and ``date``; returns the results in the same order. Raises CheckinError.

        A result is ``{key, statusCode, code, message, checkinCount?}``. Send items with a 500 or 503
        again, with their keys; the other statuses are final.
        """
        return self._call_with_items("/scheduling/checkin/batch", swipes, timeout)

    def read_bookings(
        self, bookings: Sequence[Mapping[str, Any]], *, timeout: Optional[float] = None
    ) -> List[Dict[str, Any]]:
        """Returns the current state of up to 100 bookings, in the same order. Raises CheckinError.

        A booking is ``{bookingId, userId}``, and its state ``{bookingId, userId, result, checkedInAt?, reader?}`` with
        ``result`` one of ``checked_in``, ``open``, ``no_show``, ``upcoming`` and ``unknown``. Needs a client with the scope
        ``sync``.
        """
        return self._call_with_items("/sync/bookings/read", bookings, timeout, self._sync_attempt_timeout)

    def prepare(self) -> None:
        """Gets or renews tokens ahead of time, so that no swipe waits for them. Raises CheckinError."""
        self._tokens.get(self._deadline(None))

    def service_time(self, device_time: float, *, timeout: Optional[float] = None) -> float:
        """Converts a time of this device's clock to the service's, in seconds since the Unix epoch. Raises CheckinError.

        Logs in first if the client has had no response yet. Without ``correct_clock``, it changes nothing.
        """
        return self._to_service_time(device_time, self._deadline(timeout))

    def close(self) -> None:
        """Closes idle connections."""
        self._transport.close()

    def _call_with_items(
        self,
        path: str,
        items: Sequence[Mapping[str, Any]],
        timeout: Optional[float],
        attempt_timeout: Optional[float] = None,
    ) -> List[Dict[str, Any]]:
        call = Call("POST", path, {}, {"items": list(items)}, attempt_timeout)
        results = self._call(call, self._deadline(timeout)).get("items")
        if not isinstance(results, list) or len(results) != len(items) or not all(isinstance(one, dict) for one in results):
            raise CheckinError(0, {"message": "the response does not hold a result for each item"})
        return results

    def _deadline(self, timeout: Optional[float]) -> float:
        return time.monotonic() + (self._call_timeout if timeout is None else timeout)

    def _to_service_time(self, device_time: float, deadline: float) -> float:
        if self._clock.is_corrected:
            self._tokens.get(deadline)  # a log-in measures the clock
        return self._clock.to_service_time(device_time)

    def _call(self, call: Call, deadline: float) -> Dict[str, Any]:
        token = self._tokens.get(deadline)
        try:
            return self._send(call, token, deadline)
        except CheckinError as error:
            if error.status != 401:
                raise
            # A refused token is replaced, and the call sent again.
            return self._send(call, self._tokens.get(deadline, refused=token), deadline)

    def _send(self, call: Call, token: str, deadline: float) -> Dict[str, Any]:
        headers = {**call.headers, "Authorization": "Bearer " + token}
        return self._transport.send(call._replace(headers=headers), deadline).body
