"""The service's clock, measured by the ``Date`` header of its responses."""

from __future__ import annotations

import math
import re
import threading
import time
from datetime import datetime, timezone
from typing import Any, Callable, Optional

# In seconds. A smaller difference can come from a slow response, and no check-in period is that exact.
TOLERANCE = 30.0

# Called with the seconds by which the service's clock is ahead of the device's (negative: behind).
OnClockDifference = Callable[[float], None]

# Linux: does not stop while the device sleeps.
_BOOT_TIME = getattr(time, "CLOCK_BOOTTIME", None)


def _difference_to_uptime() -> float:
    """The difference between the device's clock and one that nobody sets."""
    return time.time() - (time.monotonic() if _BOOT_TIME is None else time.clock_gettime(_BOOT_TIME))


_difference_at_start = _difference_to_uptime()


def read_shift() -> float:
    """How far the device's clock has been set forward since this process started (negative: back), in seconds.

    NTP, for example, sets it once there is a network. Times noted before that are wrong by as much: without a correction,
    their swipes would match no booking.
    """
    return _difference_to_uptime() - _difference_at_start


_RFC_3339 = re.compile(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)", re.ASCII)


def format_date(moment: float) -> str:
    """RFC 3339 in UTC. ``moment`` is in seconds since the Unix epoch."""
    return datetime.fromtimestamp(moment, timezone.utc).isoformat()


def read_date(value: Any) -> Optional[float]:
    """The seconds since the Unix epoch of an RFC 3339 date-time, or None. Python before 3.11 reads only some of them."""
    match = _RFC_3339.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        return None
    day, time_of_day, fraction, offset = match.groups()
    normal = f"{day}T{time_of_day}.{(fraction or '')[:6].ljust(6, '0')}{offset.upper().replace('Z', '+00:00')}"
    try:
        return datetime.fromisoformat(normal).timestamp()
    except (ValueError, OverflowError):
        return None


class Clock:
    """Converts times of the device's clock to the service's. Safe for any number of threads."""

    def __init__(self, is_corrected: bool, on_difference: OnClockDifference) -> None:
        self.is_corrected = is_corrected
        self._on_difference = on_difference
        self._lock = threading.Lock()
        # The service's clock minus the device's, had nobody set that one. NaN, for which comparisons are false, until measured.
        self._difference = math.nan
        self._reported = 0.0

    def measure(self, service_time: float) -> None:
        """Notes that the service's clock shows ``service_time`` now, in seconds since the Unix epoch."""
        ahead = service_time - time.time()
        with self._lock:
            self._difference = ahead + read_shift()
            has_changed = abs(ahead - self._reported) > TOLERANCE
            if has_changed:
                self._reported = ahead
        if has_changed:
            self._on_difference(ahead)

    def to_service_time(self, device_time: float) -> float:
        """Changes nothing if the clocks agree, or if correction is switched off."""
        ahead = self._difference - read_shift()
        return device_time + ahead if self.is_corrected and abs(ahead) > TOLERANCE else device_time
