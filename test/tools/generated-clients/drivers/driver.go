// Makes the calls of ../calls.ts with the client that the generator go makes.
package main

import (
	"context"
	"encoding/json"
	"os"
	"time"

	client "github.com/GIT_USER_ID/GIT_REPO_ID"
	"golang.org/x/oauth2"
)

func ok[Value any](value Value, _ any, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	api := client.NewAPIClient(configuration)
	with := func(token string) context.Context {
		return context.WithValue(context.Background(), client.ContextAccessToken, token)
	}

	credentials := client.NewCredentials(os.Getenv("CLIENT_ID"), os.Getenv("CLIENT_SECRET"))
	tokens := ok(api.TokensAPI.Auth(context.Background()).Credentials(*credentials).Execute())
	caller := with(tokens.AccessToken)
	date := time.Date(2020, 3, 2, 8, 30, 0, 0, time.UTC)

	request := client.NewCheckinRequest()
	request.SetUid("BADGE-0001")
	request.SetDate(date)
	request.SetNotify(true)
	request.SetReader("Main entrance")
	request.SetDetails(true)
	request.SetDryRun(true)
	dry := ok(api.CheckInAPI.Checkin(caller).CheckinRequest(*request).Execute())

	request = client.NewCheckinRequest()
	request.SetId(1)
	request.SetDate(date)
	request.SetNotify(true)
	request.SetReader("Main entrance")
	request.SetDetails(true)
	done := ok(api.CheckInAPI.Checkin(caller).CheckinRequest(*request).IdempotencyKey("gate-7-000001").Execute())

	first := client.NewBatchItem("gate-7-000002", date)
	first.SetId(1)
	second := client.NewBatchItem("gate-7-000003", date)
	second.SetEmail("grace@demo.example")
	second.SetNotify(false)
	second.SetReader("Side door")
	items := client.NewBatchRequest([]client.BatchItem{*first, *second})
	batch := ok(api.CheckInAPI.Batch(caller).BatchRequest(*items).Execute())

	user := client.NewSyncUser(1)
	user.SetEmail("ada.king@demo.example")
	users := ok(api.SyncAPI.SyncUsers(caller).SyncUsersRequest(*client.NewSyncUsersRequest([]client.SyncUser{*user})).Execute())
	booking := client.NewSyncBooking("desk", 2)
	booking.SetName("Desk 4.12")
	bookings := ok(api.SyncAPI.SyncBookings(caller).SyncBookingsRequest(*client.NewSyncBookingsRequest([]client.SyncBooking{*booking})).Execute())

	basic := client.BasicAuth{UserName: os.Getenv("CLIENT_ID"), Password: os.Getenv("CLIENT_SECRET")}
	granted := ok(api.TokensAPI.OauthToken(context.WithValue(context.Background(), client.ContextBasicAuth, basic)).GrantType("client_credentials").Execute())
	source := oauth2.StaticTokenSource(&oauth2.Token{AccessToken: granted.AccessToken})
	reader := context.WithValue(context.Background(), client.ContextOAuth2, source)
	desk := client.NewReadBookingsRequest([]client.RequestedBooking{*client.NewRequestedBooking("desk", 1)})
	read := ok(api.SyncAPI.ReadBookings(reader).ReadBookingsRequest(*desk).Execute())
	refreshed := ok(api.TokensAPI.Refresh(with(tokens.RefreshToken)).Execute())

	responses := []any{dry, done, batch, users, bookings, read, refreshed}
	if err := json.NewEncoder(os.Stdout).Encode(responses); err != nil {
		panic(err)
	}
}
