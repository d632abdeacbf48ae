"""Access tokens for all threads of a process, renewed ahead of time."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any, Dict, Optional, Tuple

from .errors import CheckinError, NoTokenError
from .http_calls import Attempts, Call, Reply, Transport

# After this time the client logs in instead. A used refresh token returns the same set for 60 s (the grace period);
# after that its return is treated as theft and revokes the whole family.
LONGEST_REFRESH = 30.0
# A disabled client may be enabled again; until then every log-in counts as failed in the operator's alarms.
LOG_IN_AGAIN_AFTER = 300.0


def _describe_last(attempts: Attempts) -> str:
    error = attempts.last_error
    if error is None:
        return ""
    return f"; last error: {error if error.status else error.body['message']}"


class Tokens:
    """One token set. However many threads need a new one, one renews it and the others wait until their own deadlines."""

    def __init__(self, transport: Transport, client_id: str, client_secret: str, renew_before: float, call_timeout: float) -> None:
        self._transport = transport
        self._credentials = {"clientId": client_id, "clientSecret": client_secret}
        self._renew_before, self._call_timeout = renew_before, call_timeout
        self._lock = threading.Lock()  # held for assignments only, never during a request
        self._held: Optional[Tuple[Dict[str, Any], float]] = None  # the set, and when to renew it
        self._renewal: Optional["Future[str]"] = None
        self._attempts = Attempts()  # of the renewal
        self._refusal: Optional[Tuple[CheckinError, float]] = None

    def get(self, deadline: float, refused: Optional[str] = None) -> str:
        """A valid access token. ``refused``: one that the service has refused, to be replaced. Raises CheckinError."""
        with self._lock:
            renewal = self._renewal
            if renewal is None:
                if self._held and self._held[0]["accessToken"] != refused and time.monotonic() < self._held[1]:
                    return str(self._held[0]["accessToken"])
                renewal = self._renewal = Future()
                self._attempts = Attempts()
                before, self._held = self._held, None  # if the renewal fails, the next call logs in
                threading.Thread(target=self._renew, args=(renewal, before), daemon=True).start()
            attempts = self._attempts
        try:
            return renewal.result(timeout=max(0.0, deadline - time.monotonic()))
        except FutureTimeout:
            raise CheckinError(0, {"message": "the deadline passed" + _describe_last(attempts)}) from None

    def _renew(self, renewal: "Future[str]", before: Optional[Tuple[Dict[str, Any], float]]) -> None:
        deadline = time.monotonic() + self._call_timeout
        try:
            reply = self._refresh(before[0], deadline) if before else self._log_in(deadline)
            # Uses the service's clock, because the device's may be wrong.
            lifetime = max(0.0, reply.body["accessTokenExpiration"] / 1000 - reply.server_time)
            renew_at = time.monotonic() + lifetime - min(self._renew_before, lifetime / 4)
            token = str(reply.body["accessToken"])
            with self._lock:
                self._held, self._renewal = (reply.body, renew_at), None
            renewal.set_result(token)
        except BaseException as error:  # handed over to the threads that wait
            with self._lock:
                self._renewal = None
            if isinstance(error, (KeyError, TypeError)):
                error = CheckinError(0, {"message": "the response holds no tokens"})
            if isinstance(error, CheckinError):
                error = NoTokenError(error.status, error.body)
            renewal.set_exception(error)

    def _log_in(self, deadline: float) -> Reply:
        if self._refusal and time.monotonic() < self._refusal[1]:
            raise self._refusal[0]
        try:
            return self._transport.send(Call("POST", "/auth", body=self._credentials), deadline, self._attempts)
        except CheckinError as error:
            if error.status == 401:
                self._refusal = error, time.monotonic() + LOG_IN_AGAIN_AFTER
            raise

    def _refresh(self, tokens: Dict[str, Any], deadline: float) -> Reply:
        headers = {"Authorization": "Bearer " + tokens["refreshToken"]}
        until = min(deadline, time.monotonic() + LONGEST_REFRESH)
        try:
            return self._transport.send(Call("GET", "/auth/refresh-token", headers), until, self._attempts)
        except CheckinError as error:
            if error.status != 401:
                raise
            return self._log_in(deadline)
