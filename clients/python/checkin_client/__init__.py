"""Client of the access-token and check-in service. Python 3.9 or later, standard library only."""

from .client import CheckinClient
from .errors import CheckinError
from .swipe_queue import SwipeQueue, send_queue, store_and_send

__all__ = ["CheckinClient", "CheckinError", "SwipeQueue", "send_queue", "store_and_send"]
__version__ = "2.0.0"
