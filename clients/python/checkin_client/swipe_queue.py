"""Swipes that the service has not confirmed yet, in a file that survives a crash and a power cut."""

from __future__ import annotations

import json
import random
import sqlite3
import threading
import time
import uuid
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Set

from .client import CheckinClient
from .clock import format_date, read_date, read_shift
from .errors import CheckinError, NoTokenError, UnsendableError

MAX_BATCH_ITEMS = 100
# In seconds. Older swipes are sent without ``notify``: a push this late would only confuse the user.
NOTIFY_WITHIN = 600.0
# The statuses with which a swipe leaves the queue: it was accepted, or refused permanently.
DONE = (200, 400, 404, 413, 415, 422)
# The date of a stored swipe with this member is on the device's clock, and is corrected before the first attempt. The value is
# ``{process, shift}``: which process stored the swipe, and read_shift() at that moment.
DEVICE_TIME = "deviceTime"
_PROCESS = str(uuid.uuid4())
QUEUE_UNAVAILABLE = "queue_unavailable"


def _with_key_and_date(swipe: Mapping[str, Any]) -> Dict[str, Any]:
    stored = {**swipe, "key": str(uuid.uuid4()) if swipe.get("key") is None else swipe["key"]}
    if swipe.get("date") is None:
        stored["date"] = format_date(time.time())
        stored[DEVICE_TIME] = {"process": _PROCESS, "shift": read_shift()}
    return stored


def _to_json(swipe: Mapping[str, Any]) -> str:
    try:
        return json.dumps(swipe, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise UnsendableError("invalid_body", f"not JSON: {error}") from error


class SwipeQueue:
    """A queue in a SQLite file, created if it does not exist; one process at a time, any number of threads.

    Every method raises CheckinError: ``queue_unavailable`` if the file cannot be read or written.
    """

    def __init__(self, path: str) -> None:
        # Keys of swipes that store_and_send is sending now; send_queue skips them.
        self.in_flight: Set[str] = set()
        self._lock = threading.Lock()
        try:
            self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            # FULL: a commit waits until the write-ahead log is on the disk.
            self._database.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 1000;")
        except sqlite3.Error as error:
            raise self._unavailable(error) from error
        self._execute(
            "CREATE TABLE IF NOT EXISTS swipes (number INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, swipe TEXT NOT NULL)"
        )

    def __len__(self) -> int:
        return int(self._execute("SELECT count(*) FROM swipes")[0][0])

    def add(self, swipe: Mapping[str, Any]) -> None:
        """Stores a swipe; when this returns, it is on the disk. A stored key changes nothing.

        A missing ``key`` becomes a UUID, and a missing ``date`` the moment of storing, which is corrected when the swipe is
        first sent if the device's clock is wrong.
        """
        stored = _with_key_and_date(swipe)
        self._execute("INSERT OR IGNORE INTO swipes (key, swipe) VALUES (?, ?)", str(stored["key"]), _to_json(stored))

    def replace(self, swipe: Mapping[str, Any]) -> None:
        """Stores a swipe in the place of the one with its key."""
        self._execute("UPDATE swipes SET swipe = ? WHERE key = ?", _to_json(swipe), str(swipe["key"]))

    def remove(self, key: str) -> None:
        self._execute("DELETE FROM swipes WHERE key = ?", str(key))

    def oldest(self, limit: int) -> List[Dict[str, Any]]:
        """The oldest swipes that are not in flight, in the order in which they were added."""
        in_flight = set(self.in_flight)
        rows = self._execute("SELECT key, swipe FROM swipes ORDER BY number LIMIT ?", limit + len(in_flight))
        return [json.loads(swipe) for key, swipe in rows if key not in in_flight][:limit]

    def close(self) -> None:
        self._database.close()

    def _execute(self, statement: str, *values: Any) -> List[Any]:
        try:
            with self._lock:
                return self._database.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise self._unavailable(error) from error

    @staticmethod
    def _unavailable(error: sqlite3.Error) -> CheckinError:
        return CheckinError(0, {"code": QUEUE_UNAVAILABLE, "message": str(error)})


def _try_to_write(write: Callable[..., None], value: Any) -> Optional[CheckinError]:
    """Returns the error if the file cannot be written."""
    try:
        write(value)
    except CheckinError as error:
        if error.code != QUEUE_UNAVAILABLE:
            raise
        return error
    return None


def _with_service_date(
    client: CheckinClient, queue: SwipeQueue, stored: Mapping[str, Any], timeout: Optional[float] = None
) -> Dict[str, Any]:
    """The swipe as it is sent. Corrects its date once, before the first attempt: each attempt must send the same date."""
    swipe = {name: value for name, value in stored.items() if name != DEVICE_TIME}
    device_time = read_date(stored["date"]) if DEVICE_TIME in stored else None
    if device_time is not None:
        # How far the clock has been set since. This is unknown if an earlier process stored the swipe.
        stored_by = stored[DEVICE_TIME]
        shift = read_shift() - stored_by["shift"] if stored_by["process"] == _PROCESS else 0.0
        swipe["date"] = format_date(client.service_time(device_time + shift, timeout=timeout))
        # If this fails, the next attempt corrects the date by the same difference.
        _try_to_write(queue.replace, swipe)
    return swipe


def store_and_send(
    client: CheckinClient, queue: SwipeQueue, swipe: Mapping[str, Any], *, timeout: Optional[float] = None
) -> Dict[str, Any]:
    """Stores a swipe, sends it, and removes it once it is accepted, or refused permanently.

    A missing ``key`` becomes a UUID, and a missing ``date`` the moment of storing, on the service's clock.
    After any other error it stays in the queue for ``send_queue``. If the file cannot be written, as on a full disk, it is
    sent nevertheless. Raises CheckinError; ``queue_unavailable`` if the swipe is neither stored nor accepted, and therefore lost.
    """
    started = time.monotonic()
    stored = _with_key_and_date(swipe)
    key = str(stored["key"])
    queue.in_flight.add(key)
    not_stored = None
    try:
        not_stored = _try_to_write(queue.add, stored)
        body = _with_service_date(client, queue, stored, timeout)
        del body["key"]
        remaining = None if timeout is None else max(0.001, timeout - (time.monotonic() - started))
        result = client.check_in(body, idempotency_key=stored["key"], timeout=remaining)
        # If this fails, send_queue sends the swipe again, with its key.
        _try_to_write(queue.remove, key)
        return result
    except CheckinError as error:
        if error.is_final:
            _try_to_write(queue.remove, key)
        elif not_stored is not None:
            raise not_stored from error
        raise
    finally:
        queue.in_flight.discard(key)


def _without_late_notify(client: CheckinClient, swipe: Dict[str, Any]) -> Dict[str, Any]:
    """Leaves a date that cannot be parsed to the service, which refuses it."""
    moment = read_date(swipe.get("date"))
    is_late = swipe.get("notify") and moment is not None and client.service_time(time.time()) - moment > NOTIFY_WITHIN
    return {**swipe, "notify": False} if is_late else swipe


def _send_one_by_one(client: CheckinClient, swipes: Sequence[Mapping[str, Any]]) -> List[Dict[str, Any]]:
    """Stops at the first temporary error, because the swipes after it must be sent in order."""
    results: List[Dict[str, Any]] = []
    for swipe in swipes:
        key = swipe["key"]
        body = {name: value for name, value in swipe.items() if name != "key"}
        try:
            results.append({"key": key, "code": "done", **client.check_in(body, idempotency_key=key)})
        except CheckinError as error:
            if not error.is_final:
                if results:
                    return results
                raise
            message = error.body.get("message", "")
            results.append({"key": key, "statusCode": error.status, "code": error.code, "message": message})
    return results


def _send_batch(client: CheckinClient, swipes: Sequence[Mapping[str, Any]]) -> List[Dict[str, Any]]:
    try:
        return client.check_in_batch(swipes)
    except CheckinError as error:
        # Version 1.0 of the service has no batch route; and one invalid swipe must not block a whole batch.
        if isinstance(error, NoTokenError) or error.is_user_not_found or error.status not in (400, 404, 413):
            raise
        return _send_one_by_one(client, swipes)


def send_queue(
    client: CheckinClient, queue: SwipeQueue, on_result: Callable[[Dict[str, Any]], None] = lambda result: None
) -> None:
    """Sends the stored swipes, oldest first, in batches, until the queue is empty or the service is unavailable.

    Swipes that the service has accepted or permanently refused leave the queue, and ``on_result`` is called for each with the
    result of its item, ``{key, statusCode, code, message, checkinCount?}``; all others stay for the next call. Raises
    CheckinError if a whole request fails, or no swipe of a batch could be processed.
    """
    while True:
        swipes = [_with_service_date(client, queue, stored) for stored in queue.oldest(MAX_BATCH_ITEMS)]
        if not swipes:
            return
        results = _send_batch(client, [_without_late_notify(client, swipe) for swipe in swipes])
        done = [(swipe["key"], result) for swipe, result in zip(swipes, results) if result.get("statusCode") in DONE]
        for key, result in done:
            queue.remove(key)
            on_result({**result, "key": key})
        if not done:
            raise CheckinError(results[0].get("statusCode") or 0, results[0])
        if len(done) < len(swipes):
            # The service had no time for a part. Random, so that many gates do not return at the same moment.
            time.sleep(random.uniform(0.2, 1.0))
