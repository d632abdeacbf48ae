import type { Example } from '../../../lib/openapi/examples.ts';
import { bearer } from '../../support/running-service.ts';

/** A request with placeholders for values that differ between runs. */
export interface Scenario extends Pick<Example, 'operation' | 'name' | 'summary'> {
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body?: unknown };
}

const json = { 'Content-Type': 'application/json' };
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

const syncAccess = { ...bearer(syncAccessToken), ...json };

/** @param defaults the headers of scenarios that specify none */
const scenariosOf =
  (operation: Scenario['operation'], defaults: Record<string, string> = {}) =>
  (name: string, summary: string, body?: unknown, headers = defaults): Scenario => ({
    operation,
    name,
    summary,
    request: { headers, ...(body !== undefined && { body }) },
  });

const auth = scenariosOf('auth', json);
const refresh = scenariosOf('refresh', bearer(refreshToken));
const checkin = scenariosOf('checkin', access);
const batch = scenariosOf('batch', access);
const syncUsers = scenariosOf('syncUsers', syncAccess);
const syncBookings = scenariosOf('syncBookings', syncAccess);
const readBookings = scenariosOf('readBookings', syncAccess);

const aBooking = {
  bookingId: 'B-2026-0017',
  userId: 2,
  kind: 'position',
  name: 'Desk 4.017',
  checkinOpensAt: '2026-11-23T07:00:00+01:00',
  noShowAt: '2026-11-23T10:00:00+01:00',
};

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const oauthToken = (name: string, summary: string, changes: object, headers: object = {}): Scenario =>
  scenariosOf('oauthToken')(
    name,
    summary,
    { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, ...changes },
    { ...FORM, ...headers },
  );

/** The scenarios in the order in which they must be sent. At `date`, Ada has two open bookings and Grace has none. */
export const scenarios: readonly Scenario[] = [
  scenariosOf('jwks')('publicKeys', 'The public keys'),
  scenariosOf('oauthMetadata')('metadata', 'The metadata'),
  oauthToken('grant', 'The credentials in the form', {}),
  oauthToken('noGrant', 'No grant_type', { grant_type: '' }),
  oauthToken('twoCredentials', 'Credentials in two places', {}, { Authorization: 'Basic Y2tjOmNrcw==' }),
  oauthToken('noForm', 'JSON instead of a form', {}, json),
  oauthToken('otherGrant', 'Another grant', { grant_type: 'password' }),
  oauthToken('otherScope', 'A scope that the client does not have', { scope: 'sync' }),
  oauthToken('wrongSecret', 'A wrong secret', { client_secret: 'cks_wrong' }),
  auth('logIn', 'A log-in', { clientId, clientSecret }),
  auth('fieldMissing', 'A field is missing', { clientId }),
  auth('wrongSecret', 'A wrong secret', { clientId, clientSecret: 'cks_wrong' }),
  refresh('refresh', 'A refresh'),
  refresh('accessToken', 'An access token in place of a refresh token', undefined, bearer(accessToken)),
  checkin(
    'byBadge',
    'By uid, with a push',
    { uid: 'BADGE-0001', date, notify: true },
    { ...access, 'Idempotency-Key': 'gate-7-5f0c2a-000123' },
  ),
  checkin('again', 'The same person at another gate', { email: 'ada@demo.example', date }),
  checkin('nothingOpen', 'Nobody’s booking is open', { id: 2, date }),
  checkin('inSpanish', 'The message in Spanish', { id: 2, date }, { ...access, 'Accept-Language': 'es-ES, es;q=0.9' }),
  checkin('explained', 'With details', { id: 1, date, details: true }),
  checkin('dryRun', 'A dry run', { id: 1, date, dryRun: true }),
  checkin(
    'keyReused',
    'The key of another swipe',
    { uid: 'BADGE-0001', date: '2026-11-21T12:00:00+01:00' },
    { ...access, 'Idempotency-Key': 'gate-7-5f0c2a-000123' },
  ),
  checkin('noObject', 'A body that is no JSON object', 'null'),
  checkin('noIdentifier', 'Nobody is named', { date }),
  checkin('fieldsMalformed', 'Fields are malformed', { id: '1', date: '2026-11-21 08:59', notify: 1 }),
  checkin('keyMalformed', 'A malformed Idempotency-Key', { id: 1, date }, { ...access, 'Idempotency-Key': 'gate 7' }),
  checkin('noToken', 'No token', { id: 1 }, json),
  checkin(
    'refreshToken',
    'A refresh token in place of an access token',
    { id: 1 },
    { ...access, ...bearer(refreshToken) },
  ),
  checkin('otherScope', 'A client without the scope of the operation', { id: 1 }, syncAccess),
  checkin('nobody', 'Nobody of the company', { uid: 'BADGE-9999', date }),
  checkin('tooLarge', 'A body that is too large', { uid: 'x'.repeat(16_384) }),
  checkin('noJson', 'A Content-Type that is not JSON', '{"id":1}', { ...access, 'Content-Type': 'text/plain' }),
  batch('offLine', 'Swipes that were kept', {
    items: [
      { key: 'gate-7-5f0c2a-000124', uid: 'BADGE-0001', date },
      { key: 'gate-7-5f0c2a-000125', uid: 'BADGE-9999', date, reader: 'Main entrance' },
    ],
  }),
  batch('noItems', 'No items', { items: [] }),
  syncUsers('users', 'A new user, a changed one, one that is gone and a bad one', {
    items: [
      { id: 3, uid: 'BADGE-0003', email: 'mary@demo.example', language: 'es' },
      { id: 2, uid: 'BADGE-0022' },
      { id: 4, deleted: true },
      { id: 5, uid: 'BADGE-0001' },
    ],
  }),
  syncUsers('noItems', 'No items', { items: [] }),
  syncBookings('bookings', 'A new booking, the same again, a cancelled one and a bad one', {
    items: [
      aBooking,
      aBooking,
      { bookingId: 'p7', userId: 1, deleted: true },
      { ...aBooking, bookingId: 'B-2026-0018', userId: 99 },
    ],
  }),
  syncBookings('noItems', 'No items', { items: [] }),
  readBookings('states', 'A booking with a check-in, a no-show and one that was cancelled', {
    items: [
      { bookingId: 'desk', userId: 1 },
      { bookingId: 'B-2026-0009', userId: 2 },
      { bookingId: 'p7', userId: 1 },
    ],
  }),
  readBookings('itemsMalformed', 'Malformed items', {
    items: [{ bookingId: 'desk' }, 'desk', { bookingId: '', userId: '1' }],
  }),
  readBookings('noItems', 'No items', { items: [] }),
];

/** Scenarios that are sent during each failure of the database. */
export const failingScenarios: readonly Scenario[] = [
  oauthToken('grant', 'The credentials in the form', {}),
  checkin('byId', 'By id', { id: 1, date }),
];
