import java.time.OffsetDateTime;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.JSON;
import org.openapitools.client.api.CheckInApi;
import org.openapitools.client.api.SyncApi;
import org.openapitools.client.api.TokensApi;
import org.openapitools.client.auth.HttpBasicAuth;
import org.openapitools.client.auth.HttpBearerAuth;
import org.openapitools.client.auth.OAuth;
import org.openapitools.client.model.*;

/** Makes the calls of ../calls.ts with the client that the generator java makes. */
public class Driver {
    private static ApiClient connect(String scheme, String token) {
        ApiClient client = new ApiClient().setBasePath(System.getenv("BASE_URL"));
        if (scheme != null) ((HttpBearerAuth) client.getAuthentication(scheme)).setBearerToken(token);
        return client;
    }

    public static void main(String[] arguments) throws Exception {
        Credentials credentials =
                new Credentials().clientId(System.getenv("CLIENT_ID")).clientSecret(System.getenv("CLIENT_SECRET"));
        TokenSet tokens = new TokensApi(connect(null, null)).auth(credentials, null);
        ApiClient client = connect("accessToken", tokens.getAccessToken());
        CheckInApi checkIn = new CheckInApi(client);
        SyncApi sync = new SyncApi(client);
        OffsetDateTime date = OffsetDateTime.parse("2020-03-02T08:30:00Z");

        CheckinRequest request = new CheckinRequest()
                .uid("BADGE-0001").date(date).notify(true).reader("Main entrance").details(true).dryRun(true);
        CheckinResult dry = checkIn.checkin(request, null, null);
        request = new CheckinRequest().id(1L).date(date).notify(true).reader("Main entrance").details(true);
        CheckinResult done = checkIn.checkin(request, "gate-7-000001", null);
        BatchResult batch = checkIn.batch(
                new BatchRequest()
                        .addItemsItem(new BatchItem().key("gate-7-000002").id(1L).date(date))
                        .addItemsItem(new BatchItem()
                                .key("gate-7-000003").email("grace@demo.example").date(date)
                                .notify(false).reader("Side door")),
                null);
        SyncUser user = new SyncUser().id(1L).email("ada.king@demo.example");
        SyncResult users = sync.syncUsers(new SyncUsersRequest().addItemsItem(user), null);
        SyncBooking booking = new SyncBooking().bookingId("desk").userId(2L).name("Desk 4.12");
        SyncResult bookings = sync.syncBookings(new SyncBookingsRequest().addItemsItem(booking), null);
        ApiClient basic = connect(null, null);
        HttpBasicAuth secret = (HttpBasicAuth) basic.getAuthentication("clientSecret");
        secret.setUsername(System.getenv("CLIENT_ID"));
        secret.setPassword(System.getenv("CLIENT_SECRET"));
        OAuthToken granted = new TokensApi(basic).oauthToken("client_credentials", null, null, null);
        ApiClient reader = connect(null, null);
        ((OAuth) reader.getAuthentication("OAuth2")).setAccessToken(granted.getAccessToken());
        RequestedBooking desk = new RequestedBooking().bookingId("desk").userId(1L);
        ReadBookingsResult read =
                new SyncApi(reader).readBookings(new ReadBookingsRequest().addItemsItem(desk), null);
        TokenSet refreshed = new TokensApi(connect("refreshToken", tokens.getRefreshToken())).refresh(null);

        System.out.println(JSON.getGson().toJson(List.of(dry, done, batch, users, bookings, read, refreshed)));
    }
}
