import type { Example } from '../../../lib/openapi/examples.ts';

/** A request with placeholders for values that differ between runs. */
export type Scenario = Required<Pick<Example, 'operation' | 'name' | 'summary' | 'request'>>;

const json = { 'Content-Type': 'application/json' };
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const date = '2026-11-21T08:59:30+01:00';

/** The placeholders for values that differ between runs, in requests and responses. */
export const placeholders = {
  clientId: 'ckc_demo',
  clientSecret: 'cks_shown-once-when-it-was-made',
  accessToken: 'eyJhbGciOiJIUzI1NiIs...access',
  accessTokenExpiration: 1_795_251_600_000,
  refreshToken: 'eyJhbGciOiJIUzI1NiIs...refresh',
  syncAccessToken: 'eyJhbGciOiJIUzI1NiIs...sync',
  refreshTokenExpiration: 1_795_852_800_000,
  access_token: 'eyJhbGciOiJIUzI1NiIs...access',
  issuer: 'https://api.example.com',
  token_endpoint: 'https://api.example.com/oauth2/token',
  jwks_uri: 'https://api.example.com/.well-known/jwks.json',
  requestId: 'JKJaXmPLvHcESHA=',
  keys: [
    {
      kty: 'OKP',
      crv: 'Ed25519',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      kid: '5c0b6a3e-7d0f-4f0e-9a55-0d6e2f1b7c11',
      use: 'sig',
      alg: 'EdDSA',
    },
  ],
} as const;

const { clientId, clientSecret, accessToken, refreshToken, syncAccessToken } = placeholders;
const access = { ...bearer(accessToken), ...json };

const auth = (name: string, summary: string, body: unknown, headers: Record<string, string> = json): Scenario => ({
  operation: 'auth',
  name,
  summary,
  request: { headers, body },
});

const refresh = (name: string, summary: string, headers: Record<string, string>): Scenario => ({
  operation: 'refresh',
  name,
  summary,
  request: { headers },
});

const checkin = (name: string, summary: string, body: unknown, headers: Record<string, string> = {}): Scenario => ({
  operation: 'checkin',
  name,
  summary,
  request: { headers: { ...access, ...headers }, body },
});

const batch = (name: string, summary: string, body: unknown, headers: Record<string, string> = {}): Scenario => ({
  operation: 'batch',
  name,
  summary,
  request: { headers: { ...access, ...headers }, body },
});

type SyncOperation = 'syncUsers' | 'syncBookings' | 'readBookings';

const sync = (
  operation: SyncOperation,
  name: string,
  summary: string,
  body: unknown,
  headers: Record<string, string> = { ...bearer(syncAccessToken), ...json },
): Scenario => ({ operation, name, summary, request: { headers, body } });

const aBooking = {
  bookingId: 'B-2026-0017',
  userId: 2,
  kind: 'position',
  name: 'Desk 4.017',
  checkinOpensAt: '2026-11-23T07:00:00+01:00',
  noShowAt: '2026-11-23T10:00:00+01:00',
};

const syncFaults = (operation: SyncOperation, tooLarge: object): Scenario[] => [
  sync(operation, 'noItems', 'No items', { items: [] }),
  sync(operation, 'noObject', 'A body that is no JSON object', '[]'),
  sync(operation, 'noToken', 'No token', { items: [{}] }, json),
  sync(
    operation,
    'refreshToken',
    'A refresh token in place of an access token',
    { items: [{}] },
    { ...bearer(refreshToken), ...json },
  ),
  sync(operation, 'otherScope', 'A client without the scope sync', { items: [{}] }, access),
  sync(operation, 'tooLarge', 'A body over 256 KiB', tooLarge),
  sync(operation, 'noJson', 'A Content-Type that is not JSON', '{}', {
    ...bearer(syncAccessToken),
    'Content-Type': 'text/csv',
  }),
];

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const oauthToken = (name: string, summary: string, changes: object, headers: object = FORM): Scenario => ({
  operation: 'oauthToken',
  name,
  summary,
  request: {
    headers: { ...FORM, ...headers },
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, ...changes },
  },
});

/** The scenarios in the order in which they must be sent. At `date`, Ada has two open bookings and Grace has none. */
export const scenarios: readonly Scenario[] = [
  { operation: 'jwks', name: 'publicKeys', summary: 'The public keys', request: { headers: {} } },
  { operation: 'oauthMetadata', name: 'metadata', summary: 'The metadata', request: { headers: {} } },
  oauthToken('grant', 'The credentials in the form', {}),
  oauthToken('noGrant', 'No grant_type', { grant_type: '' }),
  oauthToken('twoCredentials', 'Credentials in two places', {}, { Authorization: 'Basic Y2tjOmNrcw==' }),
  oauthToken('noForm', 'JSON instead of a form', {}, json),
  oauthToken('otherGrant', 'Another grant', { grant_type: 'password' }),
  oauthToken('otherScope', 'A scope that the client does not have', { scope: 'sync' }),
  oauthToken('wrongSecret', 'A wrong secret', { client_secret: 'cks_wrong' }),
  auth('logIn', 'A log-in', { clientId, clientSecret }),
  auth('noObject', 'A body that is no JSON object', []),
  auth('fieldMissing', 'A field is missing', { clientId }),
  auth('wrongSecret', 'A wrong secret', { clientId, clientSecret: 'cks_wrong' }),
  auth('tooLarge', 'A body over 16 KiB', { clientId, clientSecret: 'x'.repeat(16_384) }),
  auth('noJson', 'A form instead of JSON', 'clientId=ckc_demo', {
    'Content-Type': 'application/x-www-form-urlencoded',
  }),
  refresh('refresh', 'A refresh', bearer(refreshToken)),
  refresh('noToken', 'No token', {}),
  refresh('accessToken', 'An access token in place of a refresh token', bearer(accessToken)),
  checkin(
    'byBadge',
    'By uid, with a push',
    { uid: 'BADGE-0001', date, notify: true },
    { 'Idempotency-Key': 'gate-7-5f0c2a-000123' },
  ),
  checkin('again', 'The same person at another gate', { email: 'ada@demo.example', date }),
  checkin('nothingOpen', 'Nobody’s booking is open', { id: 2, date }),
  checkin('inSpanish', 'The message in Spanish', { id: 2, date }, { 'Accept-Language': 'es-ES, es;q=0.9' }),
  checkin('explained', 'With details', { id: 1, date, details: true }),
  checkin('dryRun', 'A dry run', { id: 1, date, dryRun: true }),
  checkin(
    'keyReused',
    'The key of another swipe',
    { uid: 'BADGE-0001', date: '2026-11-21T12:00:00+01:00' },
    { 'Idempotency-Key': 'gate-7-5f0c2a-000123' },
  ),
  checkin('noObject', 'A body that is no JSON object', 'null'),
  checkin('noIdentifier', 'Nobody is named', { date }),
  checkin('fieldsMalformed', 'Fields are malformed', { id: '1', date: '2026-11-21 08:59', notify: 1 }),
  checkin('keyMalformed', 'A malformed Idempotency-Key', { id: 1, date }, { 'Idempotency-Key': 'gate 7' }),
  { operation: 'checkin', name: 'noToken', summary: 'No token', request: { headers: json, body: { id: 1 } } },
  checkin('refreshToken', 'A refresh token in place of an access token', { id: 1 }, bearer(refreshToken)),
  checkin('otherScope', 'A client that may not check in', { id: 1 }, bearer(syncAccessToken)),
  checkin('nobody', 'Nobody of the company', { uid: 'BADGE-9999', date }),
  checkin('tooLarge', 'A body over 16 KiB', { uid: 'x'.repeat(16_384) }),
  checkin('noJson', 'A Content-Type that is not JSON', '{"id":1}', { 'Content-Type': 'text/plain' }),
  batch('offLine', 'Swipes that were kept', {
    items: [
      { key: 'gate-7-5f0c2a-000124', uid: 'BADGE-0001', date },
      { key: 'gate-7-5f0c2a-000125', uid: 'BADGE-9999', date, reader: 'Main entrance' },
    ],
  }),
  batch('noObject', 'A body that is no JSON object', 'null'),
  batch('noItems', 'No items', { items: [] }),
  { operation: 'batch', name: 'noToken', summary: 'No token', request: { headers: json, body: { items: [] } } },
  batch('refreshToken', 'A refresh token in place of an access token', { items: [] }, bearer(refreshToken)),
  batch(
    'otherScope',
    'A client that may not check in',
    { items: [{ key: 'gate-7-5f0c2a-000127', id: 1, date }] },
    bearer(syncAccessToken),
  ),
  batch('tooLarge', 'A body over 256 KiB', { items: [], x: 'x'.repeat(262_144) }),
  batch('noJson', 'A Content-Type that is not JSON', '{"items":[]}', { 'Content-Type': 'text/plain' }),
  sync('syncUsers', 'users', 'A new user, a changed one, one that is gone and a bad one', {
    items: [
      { id: 3, uid: 'BADGE-0003', email: 'mary@demo.example', language: 'es' },
      { id: 2, uid: 'BADGE-0022' },
      { id: 4, deleted: true },
      { id: 5, uid: 'BADGE-0001' },
    ],
  }),
  ...syncFaults('syncUsers', { items: [{ id: 1, uid: 'x'.repeat(262_144) }] }),
  sync('syncBookings', 'bookings', 'A new booking, the same again, a cancelled one and a bad one', {
    items: [
      aBooking,
      aBooking,
      { bookingId: 'p7', userId: 1, deleted: true },
      { ...aBooking, bookingId: 'B-2026-0018', userId: 99 },
    ],
  }),
  ...syncFaults('syncBookings', { items: [{ ...aBooking, name: 'x'.repeat(262_144) }] }),
  sync('readBookings', 'states', 'A booking with a check-in, a no-show and one that was cancelled', {
    items: [
      { bookingId: 'desk', userId: 1 },
      { bookingId: 'B-2026-0009', userId: 2 },
      { bookingId: 'p7', userId: 1 },
    ],
  }),
  sync('readBookings', 'itemsMalformed', 'Malformed items', {
    items: [{ bookingId: 'desk' }, 'desk', { bookingId: '', userId: '1' }],
  }),
  ...syncFaults('readBookings', { items: [{ bookingId: 'x'.repeat(262_144), userId: 1 }] }),
];

/** Scenarios that are sent while the database is unavailable, and to functions that throw. */
export const failingScenarios: readonly Scenario[] = [
  oauthToken('grant', 'The credentials in the form', {}),
  auth('logIn', 'A log-in', { clientId, clientSecret }),
  refresh('refresh', 'A refresh', bearer(refreshToken)),
  checkin('byId', 'By id', { id: 1, date }),
  sync('syncUsers', 'oneUser', 'One user', { items: [{ id: 3 }] }),
  sync('syncBookings', 'oneBooking', 'One booking', { items: [aBooking] }),
  sync('readBookings', 'oneBooking', 'One booking', { items: [{ bookingId: 'desk', userId: 1 }] }),
  batch('one', 'A swipe', { items: [{ key: 'gate-7-5f0c2a-000128', id: 1, date }] }),
];
