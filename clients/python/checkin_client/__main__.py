"""Checks one person in: python3 -m checkin_client BASE_URL CLIENT_ID CLIENT_SECRET UID"""

import sys

from .client import CheckinClient
from .errors import CheckinError

# A person waits for the result.
CALL_TIMEOUT = 10.0


def report_retry(error: CheckinError, delay: float) -> None:
    print(f"Trying again in {delay:.1f} s: {error}", file=sys.stderr)


def main() -> int:
    if len(sys.argv) != 5:
        print("Usage: python3 -m checkin_client BASE_URL CLIENT_ID CLIENT_SECRET UID", file=sys.stderr)
        return 2
    base_url, client_id, client_secret, uid = sys.argv[1:]
    try:
        client = CheckinClient(base_url, client_id, client_secret, call_timeout=CALL_TIMEOUT, on_retry=report_retry)
        result = client.check_in({"uid": uid})
    except (CheckinError, ValueError) as error:
        print(error, file=sys.stderr)
        if isinstance(error, CheckinError) and error.status == 0:
            print(f"Check the URL, and that the service is running at {base_url}.", file=sys.stderr)
        return 1
    print(result["checkinCount"], result["message"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
