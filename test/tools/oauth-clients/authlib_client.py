"""Logs in with Authlib, by HTTP Basic and in the form, and checks a person in."""

import os
import sys

from authlib.integrations.requests_client import OAuth2Session

base_url, client_id, client_secret = sys.argv[1:]
# Authlib otherwise refuses plain HTTP, which the local service speaks.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

for method in ("client_secret_basic", "client_secret_post"):
    session = OAuth2Session(client_id, client_secret, scope="checkin", token_endpoint_auth_method=method)
    token = session.fetch_token(f"{base_url}/oauth2/token", grant_type="client_credentials")
    response = session.post(f"{base_url}/scheduling/checkin", json={"id": 1})
    print(method, token["token_type"], token["scope"], response.status_code)
