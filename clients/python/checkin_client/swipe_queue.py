"""Swipes that the service has not confirmed yet, in a file that survives a crash and a power cut."""

from __future__ import annotations

import json
import random
import sqlite3
import threading
import time
import uuid
from datetime import datetime, timedelta, timezone
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Set

from .client import CheckinClient
from .errors import CheckinError

MAX_BATCH_ITEMS = 100
# A push about a swipe older than this would only confuse.
NOTIFY_WITHIN = timedelta(minutes=10)
DONE = (200, 400, 404, 413, 415, 422)


def _with_key_and_date(swipe: Mapping[str, Any]) -> Dict[str, Any]:
    key = swipe.get("key") or str(uuid.uuid4())
    date = swipe.get("date") or datetime.now(timezone.utc).isoformat()
    return {**swipe, "key": key, "date": date}


class SwipeQueue:
    """A queue in a SQLite file, created if it does not exist; one process at a time, any number of threads."""

    def __init__(self, path: str) -> None:
        # Keys of swipes that store_and_send is sending now; send_queue skips them.
        self.in_flight: Set[str] = set()
        self._lock = threading.Lock()
        self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        # FULL: a commit waits until the write-ahead log is on the disk.
        self._database.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 1000;")
        self._execute(
            "CREATE TABLE IF NOT EXISTS swipes (number INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, swipe TEXT NOT NULL)"
        )

    def __len__(self) -> int:
        return int(self._execute("SELECT count(*) FROM swipes")[0][0])

    def add(self, swipe: Mapping[str, Any]) -> None:
        """Stores a swipe; when this returns, it is on the disk. A stored key changes nothing.

        A missing ``key`` becomes a UUID, and a missing ``date`` the moment of storing.
        """
        keyed = _with_key_and_date(swipe)
        self._execute("INSERT OR IGNORE INTO swipes (key, swipe) VALUES (?, ?)", keyed["key"], json.dumps(keyed))

    def remove(self, key: str) -> None:
        self._execute("DELETE FROM swipes WHERE key = ?", key)

    def oldest(self, limit: int) -> List[Dict[str, Any]]:
        """The oldest swipes that are not in flight, in the order in which they were added."""
        in_flight = set(self.in_flight)
        rows = self._execute("SELECT key, swipe FROM swipes ORDER BY number LIMIT ?", limit + len(in_flight))
        return [json.loads(swipe) for key, swipe in rows if key not in in_flight][:limit]

    def close(self) -> None:
        self._database.close()

    def _execute(self, statement: str, *values: Any) -> List[Any]:
        with self._lock:
            return self._database.execute(statement, values).fetchall()


def store_and_send(
    client: CheckinClient, queue: SwipeQueue, swipe: Mapping[str, Any], *, timeout: Optional[float] = None
) -> Dict[str, Any]:
    """Stores a swipe, sends it, and removes it once it is accepted, or refused permanently.

    A missing ``key`` becomes a UUID, and a missing ``date`` the moment of storing.
    After any other error it stays in the queue for ``send_queue``. Raises CheckinError.
    """
    keyed = _with_key_and_date(swipe)
    key = keyed["key"]
    body = {name: value for name, value in keyed.items() if name != "key"}
    queue.in_flight.add(key)
    try:
        queue.add(keyed)
        result = client.check_in(body, idempotency_key=key, timeout=timeout)
        queue.remove(key)
        return result
    except CheckinError as error:
        if error.is_final:
            queue.remove(key)
        raise
    finally:
        queue.in_flight.discard(key)


def _without_late_notify(swipe: Dict[str, Any]) -> Dict[str, Any]:
    # Python before 3.11 does not read the Z of RFC 3339.
    age = datetime.now(timezone.utc) - datetime.fromisoformat(swipe["date"].replace("Z", "+00:00"))
    return {**swipe, "notify": False} if age > NOTIFY_WITHIN else swipe


def _send_one_by_one(client: CheckinClient, swipes: Sequence[Mapping[str, Any]]) -> List[Dict[str, Any]]:
    """Stops at the first temporary error, because later swipes must not overtake it."""
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
        if error.status not in (400, 404, 413) or error.is_user_not_found:
            raise
        return _send_one_by_one(client, swipes)


def send_queue(
    client: CheckinClient, queue: SwipeQueue, on_result: Callable[[Dict[str, Any]], None] = lambda result: None
) -> None:
    """Sends the stored swipes, oldest first, in batches, until the queue is empty or the service is unavailable.

    Swipes that the service has accepted or permanently refused leave the queue, and ``on_result`` is called for each with the
    result of its item, ``{key, statusCode, code, message, checkinCount?}``; all others stay for the next call. Raises CheckinError if a whole request fails, or the service could do nothing in a batch.
    """
    while True:
        swipes = queue.oldest(MAX_BATCH_ITEMS)
        if not swipes:
            return
        results = _send_batch(client, [_without_late_notify(swipe) for swipe in swipes])
        done = [result for result in results if result["statusCode"] in DONE]
        for result in done:
            queue.remove(result["key"])
            on_result(result)
        if not done:
            raise CheckinError(results[0]["statusCode"], results[0])
        if len(done) < len(swipes):
            # The service had no time for a part. Random, so that many gates do not return at the same moment.
            time.sleep(random.uniform(0.2, 1.0))
