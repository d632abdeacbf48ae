import { routes, type RouteId } from '../../shared/routes.ts';
import type { JsonSchema } from './json-schema.ts';

/** The base URL in every sample, which the API page replaces with its own. */
export const SAMPLE_BASE_URL = 'http://127.0.0.1:3000';

/** The data that samples synchronise; it does not change the people and bookings of the demo. */
const sampleItems = {
  syncUsers: { id: 4, uid: 'BADGE-0004', email: 'mary@demo.example', language: 'es' },
  syncBookings: {
    bookingId: 'B-2026-0017',
    userId: 2,
    kind: 'position',
    name: 'Desk 4.017',
    checkinOpensAt: '2026-11-23T07:00:00+01:00',
    noShowAt: '2026-11-23T10:00:00+01:00',
  },
} as const;

/** A sample in each language, complete except for the credential (`cks_…`) or the token (`eyJ…`). */
type Samples = Readonly<Record<'curl' | 'typescript' | 'python', string>>;

const urlOf = (id: RouteId): string => SAMPLE_BASE_URL + routes[id].path;

const curlPost = (id: RouteId, headers: readonly string[], body: string): string =>
  [
    `curl -sS -X POST ${urlOf(id)}`,
    ...headers.map((header) => `  -H ${header}`),
    `  -H 'Content-Type: application/json'`,
    body,
  ].join(' \\\n');

/**
 * A shell command that prints a different key each time, because a request with a key that was used within 72 hours counts as a
 * retry.
 */
const RANDOM_KEY = `gate-7-$(od -An -N8 -tx1 /dev/urandom | tr -d ' ')`;

const ACCESS_TOKEN_HEADER = '"Authorization: Bearer $ACCESS_TOKEN"';

const takeToken = (variable: string, member: string): string =>
  `${variable}=$(echo "$TOKENS" | sed 's/.*"${member}":"\\([^"]*\\)".*/\\1/')`;

const typescriptClient = `import { makeCheckinClient } from 'checkin-client';

const client = makeCheckinClient({
  baseUrl: '${SAMPLE_BASE_URL}',
  clientId: 'ckc_demo',
  clientSecret: 'cks_…',
});`;

const pythonClient = `from checkin_client import CheckinClient

client = CheckinClient("${SAMPLE_BASE_URL}", "ckc_demo", "cks_…")`;

/** @param options the options of `fetch`, one per line */
const typescriptFetch = (id: RouteId, setup: string, options: readonly string[]): string => {
  const lines = [...options, 'signal: AbortSignal.timeout(10_000)'].map((option) => `  ${option},\n`).join('');
  return `${setup}const response = await fetch('${urlOf(id)}', {\n${lines}});
console.log(response.status, await response.json());`;
};

/** @param parameters the arguments of `Request` after the URL, one per line */
const pythonRequest = (id: RouteId, setup: string, parameters: readonly string[], imports = ''): string => {
  const lines = [`"${urlOf(id)}"`, ...parameters].map((parameter) => `    ${parameter},\n`).join('');
  return `${imports}import json
from urllib.request import Request, urlopen

${setup}request = Request(\n${lines})
with urlopen(request, timeout=10) as response:
    print(response.status, json.load(response))`;
};

/** Returns the samples of a GET without a token. */
const publicSamples = (id: RouteId): Samples => ({
  curl: `curl -sS ${urlOf(id)}`,
  typescript: typescriptFetch(id, '', []),
  python: pythonRequest(id, '', []),
});

/** Uses `fetch` and `urllib`, because the client packages cannot write users and bookings. JSON is valid in both languages. */
const syncSamples = (id: 'syncUsers' | 'syncBookings'): Samples => {
  const items = JSON.stringify([sampleItems[id]], undefined, 2);
  return {
    curl: curlPost(id, [ACCESS_TOKEN_HEADER], `  -d '${JSON.stringify({ items: [sampleItems[id]] }, undefined, 2)}'`),
    typescript: typescriptFetch(
      id,
      `const accessToken = 'eyJ…'; // of a client with the scope sync\n\nconst items = ${items};\n`,
      [
        "method: 'POST'",
        "headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' }",
        'body: JSON.stringify({ items })',
      ],
    ),
    python: pythonRequest(id, `access_token = "eyJ…"  # of a client with the scope sync\n\nitems = ${items}\n`, [
      'json.dumps({"items": items}).encode()',
      '{"Authorization": f"Bearer {access_token}", "Content-Type": "application/json"}',
    ]),
  };
};

const samples: Readonly<Record<RouteId, Samples>> = {
  auth: {
    curl: `TOKENS=$(${curlPost('auth', [], `  -d '${JSON.stringify({ clientId: 'ckc_demo', clientSecret: 'cks_…' })}'`)})
echo "$TOKENS"
${takeToken('ACCESS_TOKEN', 'accessToken')}
${takeToken('REFRESH_TOKEN', 'refreshToken')}`,
    typescript: `${typescriptClient}
// Logs in now. Without it, the first call does.
await client.prepare();`,
    python: `${pythonClient}
# Logs in now. Without it, the first call does.
client.prepare()`,
  },
  refresh: {
    curl: `curl -sS ${urlOf('refresh')} \\
  -H "Authorization: Bearer $REFRESH_TOKEN"`,
    typescript: typescriptFetch(
      'refresh',
      "// The client package refreshes by itself. Without it:\nconst refreshToken = 'eyJ…';\n\n",
      ['headers: { Authorization: `Bearer ${refreshToken}` }'],
    ),
    python: pythonRequest(
      'refresh',
      'refresh_token = "eyJ…"\n\n',
      ['headers={"Authorization": f"Bearer {refresh_token}"}'],
      '# The client package refreshes by itself. Without it:\n',
    ),
  },
  oauthToken: {
    curl: `curl -sS ${urlOf('oauthToken')} -u 'ckc_demo:cks_…' -d grant_type=client_credentials`,
    typescript: typescriptFetch('oauthToken', "const credentials = btoa('ckc_demo:cks_…');\n\n", [
      "method: 'POST'",
      'headers: { Authorization: `Basic ${credentials}` }',
      "body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'checkin' })",
    ]),
    python: pythonRequest(
      'oauthToken',
      'credentials = base64.b64encode(b"ckc_demo:cks_…").decode()\n\n',
      ['b"grant_type=client_credentials&scope=checkin"', '{"Authorization": f"Basic {credentials}"}'],
      'import base64\n',
    ),
  },
  oauthMetadata: publicSamples('oauthMetadata'),
  jwks: publicSamples('jwks'),
  checkin: {
    curl: curlPost(
      'checkin',
      [ACCESS_TOKEN_HEADER, `"Idempotency-Key: ${RANDOM_KEY}"`],
      `  -d '${JSON.stringify({ uid: 'BADGE-0001', notify: true })}'`,
    ),
    typescript: `${typescriptClient}
const { checkinCount, message } = await client.checkIn({ uid: 'BADGE-0001', notify: true });
console.log(checkinCount, message);`,
    python: `${pythonClient}
result = client.check_in({"uid": "BADGE-0001", "notify": True})
print(result["checkinCount"], result["message"])`,
  },
  batch: {
    curl: `${curlPost('batch', [ACCESS_TOKEN_HEADER], '  --data-binary @- <<JSON')}
{"items": [
  {"key": "${RANDOM_KEY}", "uid": "BADGE-0001", "date": "$(date -u +%FT%TZ)"},
  {"key": "${RANDOM_KEY}", "uid": "BADGE-0002", "date": "$(date -u +%FT%TZ)"}
]}
JSON`,
    typescript: `${typescriptClient}
const date = new Date().toISOString(); // when each person badged
const results = await client.checkInBatch([
  { key: crypto.randomUUID(), uid: 'BADGE-0001', date },
  { key: crypto.randomUUID(), uid: 'BADGE-0002', date },
]);
for (const { key, statusCode, message } of results) console.log(key, statusCode, message);`,
    python: `import uuid
from datetime import datetime, timezone

${pythonClient}
date = datetime.now(timezone.utc).isoformat()  # when each person badged
results = client.check_in_batch(
    [
        {"key": str(uuid.uuid4()), "uid": "BADGE-0001", "date": date},
        {"key": str(uuid.uuid4()), "uid": "BADGE-0002", "date": date},
    ]
)
for result in results:
    print(result["key"], result["statusCode"], result["message"])`,
  },
  syncUsers: syncSamples('syncUsers'),
  syncBookings: syncSamples('syncBookings'),
  readBookings: {
    curl: curlPost(
      'readBookings',
      [ACCESS_TOKEN_HEADER],
      `  -d '${JSON.stringify({ items: [{ bookingId: 'B-2026-0017', userId: 2 }] })}'`,
    ),
    typescript: `${typescriptClient} // with the scope sync
const bookings = await client.readBookings([{ bookingId: 'B-2026-0017', userId: 2 }]);
for (const { bookingId, result } of bookings) console.log(bookingId, result);`,
    python: `${pythonClient}  # with the scope sync
for booking in client.read_bookings([{"bookingId": "B-2026-0017", "userId": 2}]):
    print(booking["bookingId"], booking["result"])`,
  },
};

/** The samples of an operation in the format of the extension `x-codeSamples`, which many viewers of OpenAPI documents show. */
export const toCodeSamples = (id: RouteId): readonly JsonSchema[] => [
  { lang: 'Shell', label: 'curl', source: samples[id].curl },
  { lang: 'TypeScript', label: 'TypeScript', source: samples[id].typescript },
  { lang: 'Python', label: 'Python', source: samples[id].python },
];
