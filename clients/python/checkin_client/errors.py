"""The errors of this package."""

from __future__ import annotations

from typing import Any, Mapping


class CheckinError(Exception):
    """The service refused the request, or did not respond in time; or the queue's file cannot be read or written.

    ``status`` is the HTTP status, 0 if no response arrived. ``code`` is the service's error code, such as
    ``user_not_found``, or ``no_response``, or ``queue_unavailable``. ``body`` is the response:
    ``{statusCode, code, message, requestId, errors?}``. A swipe that cannot be sent at all, such as one with a value that JSON
    cannot hold, gets the error that the service would respond with, without a ``requestId``.
    """

    def __init__(self, status: int, body: Mapping[str, Any]) -> None:
        self.status = status
        self.body = dict(body)
        self.code: str = self.body.get("code") or ("unknown" if status else "no_response")
        start = f"HTTP {status}" if status else "No response" if self.code == "no_response" else self.code
        super().__init__(f"{start}: {body.get('message', 'no message')}")

    @property
    def is_transient(self) -> bool:
        """Whether the same request, with the same Idempotency-Key, may succeed later."""
        return self.status in (0, 408, 429) or self.status >= 500

    @property
    def is_user_not_found(self) -> bool:
        """Whether no user of the company has all the given identifiers. A 404 without ``requestId`` means a wrong URL."""
        return self.status == 404 and "requestId" in self.body

    @property
    def is_final(self) -> bool:
        """Whether the service will never accept this swipe, so that it must not be sent again.

        An error without ``requestId`` comes from something before the service, such as a proxy, and says nothing about the
        swipe.
        """
        return "requestId" in self.body and self.status in (400, 404, 413, 415, 422)


class UnsendableError(CheckinError):
    """The swipe cannot be sent at all. This is the error that the service would respond with."""

    is_final = True

    def __init__(self, code: str, message: str) -> None:
        super().__init__(400, {"statusCode": 400, "code": code, "message": message})


class NoTokenError(CheckinError):
    """There is no access token, because of wrong credentials for example, so the service has not seen the swipe."""

    is_user_not_found = False
    is_final = False
