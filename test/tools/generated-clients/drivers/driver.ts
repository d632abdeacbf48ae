// Makes the calls that ../calls.ts expects, with the client that the generator typescript-fetch has written to ./client.
import { CheckInApi, Configuration, SyncApi, TokensApi } from './client/index.ts';

const { BASE_URL: basePath = '', CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = process.env;
const connect = (accessToken: string) => new Configuration({ basePath, accessToken });
const date = new Date('2020-03-02T08:30:00Z');

const tokens = await new TokensApi(connect('')).auth({ credentials: { clientId, clientSecret } });
const configuration = connect(tokens.accessToken);
const [checkIn, sync] = [new CheckInApi(configuration), new SyncApi(configuration)];

const common = { date, notify: true, reader: 'Main entrance', details: true };
const dry = await checkIn.checkin({ checkinRequest: { uid: 'BADGE-0001', ...common, dryRun: true } });
const done = await checkIn.checkin({ checkinRequest: { id: 1, ...common }, idempotencyKey: 'gate-7-000001' });
const items = [
  { key: 'gate-7-000002', id: 1, date },
  { key: 'gate-7-000003', email: 'grace@demo.example', date, notify: false, reader: 'Side door' },
];
const batch = await checkIn.batch({ batchRequest: { items } });
const users = await sync.syncUsers({ syncUsersRequest: { items: [{ id: 1, email: 'ada.king@demo.example' }] } });
const bookings = await sync.syncBookings({
  syncBookingsRequest: { items: [{ bookingId: 'desk', userId: 2, name: 'Desk 4.12' }] },
});
const basic = new Configuration({ basePath, username: clientId, password: clientSecret });
const granted = await new TokensApi(basic).oauthToken({ grantType: 'client_credentials' });
const read = await new SyncApi(connect(granted.accessToken)).readBookings({
  readBookingsRequest: { items: [{ bookingId: 'desk', userId: 1 }] },
});
const refreshed = await new TokensApi(connect(tokens.refreshToken)).refresh();

console.log(JSON.stringify([dry, done, batch, users, bookings, read, refreshed]));
