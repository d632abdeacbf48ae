using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Org.OpenAPITools.Api;
using Org.OpenAPITools.Client;
using Org.OpenAPITools.Model;

/// <summary>Makes the calls of ../calls.ts with the client that the generator csharp makes.</summary>
public static class Driver
{
    static Configuration Connect(string token) =>
        new Configuration { BasePath = Environment.GetEnvironmentVariable("BASE_URL"), AccessToken = token };

    public static void Main()
    {
        var credentials = new Credentials(
            Environment.GetEnvironmentVariable("CLIENT_ID"), Environment.GetEnvironmentVariable("CLIENT_SECRET"));
        var tokens = new TokensApi(Connect("")).Auth(credentials);
        var configuration = Connect(tokens.AccessToken);
        var checkIn = new CheckInApi(configuration);
        var sync = new SyncApi(configuration);
        var date = new DateTime(2020, 3, 2, 8, 30, 0, DateTimeKind.Utc);

        var dry = checkIn.Checkin(new CheckinRequest(
            uid: "BADGE-0001", date: date, notify: true, reader: "Main entrance", details: true, dryRun: true));
        var done = checkIn.Checkin(
            new CheckinRequest(id: 1, date: date, notify: true, reader: "Main entrance", details: true), "gate-7-000001");
        var batch = checkIn.Batch(new BatchRequest(new List<BatchItem>
        {
            new BatchItem(key: "gate-7-000002", id: 1, date: date),
            new BatchItem(
                key: "gate-7-000003", email: "grace@demo.example", date: date, notify: false, reader: "Side door"),
        }));
        var users = sync.SyncUsers(
            new SyncUsersRequest(new List<SyncUser> { new SyncUser(id: 1, email: "ada.king@demo.example") }));
        var bookings = sync.SyncBookings(new SyncBookingsRequest(
            new List<SyncBooking> { new SyncBooking(bookingId: "desk", userId: 2, name: "Desk 4.12") }));
        var basic = new Configuration
        {
            BasePath = configuration.BasePath,
            Username = Environment.GetEnvironmentVariable("CLIENT_ID"),
            Password = Environment.GetEnvironmentVariable("CLIENT_SECRET"),
        };
        var granted = new TokensApi(basic).OauthToken("client_credentials");
        var read = new SyncApi(Connect(granted.AccessToken)).ReadBookings(
            new ReadBookingsRequest(new List<RequestedBooking> { new RequestedBooking(bookingId: "desk", userId: 1) }));
        var refreshed = new TokensApi(Connect(tokens.RefreshToken)).Refresh();

        var responses = new object[] { dry, done, batch, users, bookings, read, refreshed };
        Console.WriteLine(JsonConvert.SerializeObject(responses));
    }
}
