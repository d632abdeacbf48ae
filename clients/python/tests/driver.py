"""Runs the client for the conformance suite, which is the same for every language.

Commands come as lines of JSON on standard input, ``{id, command, ...}``; results go to standard output, ``{id, milliseconds,
result}`` or ``{id, milliseconds, error}``. Commands run concurrently.
"""

import json
import os
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from checkin_client import CheckinClient, CheckinError, SwipeQueue, send_queue, store_and_send  # noqa: E402

client = None
clock_differences = []
swipes_on_disk = None
output = threading.Lock()
true_time = time.time


def seconds(milliseconds):
    return None if milliseconds is None else milliseconds / 1000


def connect(options):
    return CheckinClient(
        options["baseUrl"],
        options["clientId"],
        options["clientSecret"],
        language=options.get("language", "en"),
        attempt_timeout=options.get("attemptTimeoutMs", 5000) / 1000,
        call_timeout=options.get("callTimeoutMs", 30000) / 1000,
        renew_before=options.get("renewBeforeMs", 60000) / 1000,
        correct_clock=options.get("correctClock", True),
        on_clock_difference=lambda seconds: clock_differences.append(seconds * 1000),
    )


def run(command):
    global client, swipes_on_disk
    name, timeout = command["command"], seconds(command.get("timeoutMs"))
    if name == "connect":
        clock_differences.clear()
        client = connect(command["options"])
    elif name == "checkIn":
        swipe = dict(command["swipe"])
        return client.check_in(swipe, idempotency_key=swipe.pop("key", None), timeout=timeout)
    elif name == "checkInBatch":
        return client.check_in_batch(command["swipes"], timeout=timeout)
    elif name == "readBookings":
        return client.read_bookings(command["bookings"], timeout=timeout)
    elif name == "prepare":
        client.prepare()
    elif name == "clockDifferences":
        return clock_differences
    elif name == "setClock":
        time.time = lambda: true_time() + seconds(command["aheadMs"])
    elif name == "openQueue":
        swipes_on_disk = SwipeQueue(command["path"])
        return len(swipes_on_disk)
    elif name == "add":
        swipes_on_disk.add(command["swipe"])
    elif name == "storeAndSend":
        return store_and_send(client, swipes_on_disk, command["swipe"], timeout=timeout)
    elif name == "sendQueue":
        results = []
        send_queue(client, swipes_on_disk, results.append)
        return results
    elif name == "size":
        return len(swipes_on_disk)
    return None


def describe(error):
    if not isinstance(error, CheckinError):
        return {"message": repr(error)}
    return {
        "status": error.status,
        "code": error.code,
        "message": str(error),
        "isTransient": error.is_transient,
        "isFinal": error.is_final,
        "body": error.body,
    }


def handle(line):
    command = json.loads(line)
    started_at = time.monotonic()
    try:
        response = {"id": command["id"], "result": run(command)}
    except Exception as error:
        response = {"id": command["id"], "error": describe(error)}
    response["milliseconds"] = (time.monotonic() - started_at) * 1000
    with output:
        print(json.dumps(response), flush=True)


for line in sys.stdin:
    if json.loads(line)["command"] in ("connect", "setClock", "openQueue"):
        handle(line)
    else:
        threading.Thread(target=handle, args=(line,), daemon=True).start()

# Exits even while a call hangs.
os._exit(0)
