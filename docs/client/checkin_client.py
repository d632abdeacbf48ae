"""Checks in whoever badges. Python 3.9 or later, standard library only."""
import http.client, json, random, sys, threading, time, urllib.error, urllib.request, uuid
from datetime import datetime, timezone


class Refused(Exception):
    def __init__(self, status, body):
        super().__init__(f"{status}: {body}")
        self.status, self.body = status, body


class Gate:
    def __init__(self, base_url, client_id, client_secret, call_seconds=30):
        self.base_url, self.call_seconds = base_url.rstrip("/"), call_seconds
        self.credentials = {"clientId": client_id, "clientSecret": client_secret}
        self.tokens, self.renew_at, self.lock = None, 0.0, threading.Lock()
        self.refusal, self.log_in_at = None, 0.0

    def _log_in(self, until):
        if time.time() < self.log_in_at:
            raise self.refusal
        try:
            return self._ask("POST", "/auth", {}, self.credentials, until)
        except Refused as error:
            if error.status == 401:  # until the operator lets it in again, every log-in is a failed one in their alarms
                self.refusal, self.log_in_at = error, time.time() + 300
            raise

    def _open(self, request):
        try:
            return urllib.request.urlopen(request, timeout=5)
        except urllib.error.HTTPError as answer:
            return answer

    def _ask(self, method, path, headers, body=None, until=0.0):
        data = None if body is None else json.dumps(body).encode()
        for repeat in range(1_000):
            request = urllib.request.Request(
                self.base_url + path, data, {"Content-Type": "application/json", **headers}, method=method
            )
            try:
                with self._open(request) as response:
                    text, retry_after = response.read().decode(), response.headers.get("Retry-After", "")
                if response.status < 300:
                    return json.loads(text)
                failure, wait = Refused(response.status, text), float(retry_after) if retry_after.isdigit() else 0.0
            except (OSError, ValueError, http.client.HTTPException) as error:  # no answer, or half of one
                failure, wait = Refused(0, str(error)), 0.0
            wait = max(wait, random.uniform(0, min(5, 0.2 * 2**repeat)))
            if failure.status not in (0, 408, 429) and failure.status < 500 or time.time() + wait >= until:
                raise failure
            time.sleep(wait)

    def _renewed(self, until, refused=None):
        with self.lock:  # one renews, and the others find what it got
            tokens, self.tokens = self.tokens, None
            if tokens and tokens["accessToken"] != refused and time.time() < self.renew_at:
                self.tokens = tokens
                return tokens["accessToken"]
            if tokens:
                bearer = {"Authorization": "Bearer " + tokens["refreshToken"]}
                try:
                    soon = min(until, time.time() + 30)  # after 60 s the same refresh token looks stolen
                    tokens = self._ask("GET", "/auth/refresh-token", bearer, until=soon)
                except Refused as error:
                    if error.status != 401:
                        raise  # self.tokens stays None: the next call logs in
                    tokens = None
            self.tokens = tokens or self._log_in(until)
            expires, now = self.tokens["accessTokenExpiration"] / 1000, time.time()
            # A clock that is ahead by a whole lifetime says nothing: then the service's 401 does.
            self.renew_at = expires - min(60, (expires - now) / 4) if expires > now else float("inf")
            return self.tokens["accessToken"]

    def check_in(self, key=None, **who):
        until, key = time.time() + self.call_seconds, key or str(uuid.uuid4())
        body = {"date": datetime.now(timezone.utc).isoformat(), **who}

        def send(token):
            headers = {"Authorization": "Bearer " + token, "Idempotency-Key": key}
            return self._ask("POST", "/scheduling/checkin", headers, body, until)

        token = self._renewed(until)
        try:
            return send(token)
        except Refused as error:
            if error.status != 401:
                raise
            return send(self._renewed(until, refused=token))


if __name__ == "__main__":
    print(Gate(*sys.argv[1:4]).check_in(uid=sys.argv[4]))
