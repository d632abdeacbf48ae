"""Makes the calls of ../calls.ts with the client that the generator `python` makes."""

import json
import os
from datetime import datetime, timezone

from openapi_client import ApiClient, CheckInApi, Configuration, SyncApi, TokensApi
from openapi_client.models import (
    BatchRequest,
    CheckinRequest,
    Credentials,
    ReadBookingsRequest,
    SyncBookingsRequest,
    SyncUsersRequest,
)

DATE = datetime(2020, 3, 2, 8, 30, tzinfo=timezone.utc)
url = os.environ["BASE_URL"]


def connect(token):
    return ApiClient(Configuration(host=url, access_token=token))


tokens = TokensApi(connect(None)).auth(
    Credentials(client_id=os.environ["CLIENT_ID"], client_secret=os.environ["CLIENT_SECRET"])
)
client = connect(tokens.access_token)
check_in, sync = CheckInApi(client), SyncApi(client)

dry = check_in.checkin(
    CheckinRequest(uid="BADGE-0001", date=DATE, notify=True, reader="Main entrance", details=True, dry_run=True)
)
done = check_in.checkin(
    CheckinRequest.from_dict(
        {"id": 1, "date": DATE.isoformat(), "notify": True, "reader": "Main entrance", "details": True}
    ),
    idempotency_key="gate-7-000001",
)
batch = check_in.batch(
    BatchRequest.from_dict(
        {
            "items": [
                {"key": "gate-7-000002", "id": 1, "date": DATE.isoformat()},
                {
                    "key": "gate-7-000003",
                    "email": "grace@demo.example",
                    "date": DATE.isoformat(),
                    "notify": False,
                    "reader": "Side door",
                },
            ]
        }
    )
)
users = sync.sync_users(SyncUsersRequest.from_dict({"items": [{"id": 1, "email": "ada.king@demo.example"}]}))
bookings = sync.sync_bookings(
    SyncBookingsRequest.from_dict({"items": [{"bookingId": "desk", "userId": 2, "name": "Desk 4.12"}]})
)
basic = Configuration(host=url, username=os.environ["CLIENT_ID"], password=os.environ["CLIENT_SECRET"])
granted = TokensApi(ApiClient(basic)).oauth_token(grant_type="client_credentials")
read = SyncApi(connect(granted.access_token)).read_bookings(
    ReadBookingsRequest.from_dict({"items": [{"bookingId": "desk", "userId": 1}]})
)
refreshed = TokensApi(connect(tokens.refresh_token)).refresh()

responses = [dry, done, batch, users, bookings, read, refreshed]
print(json.dumps([response.to_dict() for response in responses], default=str))
