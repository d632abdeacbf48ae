"""Checks one person in: python3 -m checkin_client BASE_URL CLIENT_ID CLIENT_SECRET UID"""

import sys

from .client import CheckinClient
from .errors import CheckinError


def main() -> int:
    if len(sys.argv) != 5:
        print("Usage: python3 -m checkin_client BASE_URL CLIENT_ID CLIENT_SECRET UID", file=sys.stderr)
        return 2
    try:
        result = CheckinClient(*sys.argv[1:4]).check_in({"uid": sys.argv[4]})
    except (CheckinError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    print(result["checkinCount"], result["message"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
