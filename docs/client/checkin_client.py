"""Checks in whoever badges. Python 3.9 or later, standard library only."""
import json, random, sys, threading, time, urllib.error, urllib.request, uuid
from datetime import datetime, timezone


class Refused(Exception):
    def __init__(self, status, body):
        super().__init__(f"{status}: {body}")
        self.status, self.body = status, body


class Gate:
    def __init__(self, base_url, client_id, client_secret, call_seconds=30):
        self.base_url, self.call_seconds = base_url, call_seconds
        self.credentials = {"clientId": client_id, "clientSecret": client_secret}
        self.tokens, self.lock = None, threading.Lock()

    def _ask(self, method, path, headers, body=None, until=0.0):
        data = None if body is None else json.dumps(body).encode()
        for repeat in range(1_000):
            request = urllib.request.Request(
                self.base_url + path, data, {"Content-Type": "application/json", **headers}, method=method
            )
            try:
                with urllib.request.urlopen(request, timeout=5) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                failure = Refused(error.code, error.read().decode())
                wait = float(error.headers.get("Retry-After", 0))
            except (OSError, ValueError) as error:  # no answer, or half of one
                failure, wait = Refused(0, str(error)), 0.0
            wait += random.uniform(0, min(5, 0.2 * 2**repeat))
            if failure.status not in (0, 429) and failure.status < 500 or time.time() + wait >= until:
                raise failure
            time.sleep(wait)

    def _renewed(self, until, refused=None):
        with self.lock:  # one renews, and the others find what it got
            tokens, self.tokens = self.tokens, None
            is_good = (
                tokens
                and tokens["accessToken"] != refused
                and time.time() * 1000 < tokens["accessTokenExpiration"] - 60_000
            )
            if tokens and not is_good:
                bearer = {"Authorization": "Bearer " + tokens["refreshToken"]}
                try:
                    tokens = self._ask("GET", "/auth/refresh-token", bearer, until=until)
                except Refused as error:
                    if error.status != 401:
                        raise  # self.tokens stays None: the next call logs in
                    tokens = None
            self.tokens = tokens or self._ask("POST", "/auth", {}, self.credentials, until)
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
