import jsonToBru, { type BrunoRequest } from '@usebruno/lang/v2/src/jsonToBru.js';
import jsonToCollectionBru from '@usebruno/lang/v2/src/jsonToCollectionBru.js';
import jsonToEnv from '@usebruno/lang/v2/src/jsonToEnv.js';
import type { RouteId } from '../../../shared/routes.ts';
import type { JsonSchema } from '../json-schema.ts';
import { operationsOf, type Document, type PlacedOperation } from '../page/document-shape.ts';
import { SAMPLE_BASE_URL, sampleItems } from '../samples.ts';

const FOLDER = 'bruno';

/** Bruno replaces `$randomUUID` and `$isoTimestamp` with new values each time a request is sent. */
const KEY = 'gate-7-{{$randomUUID}}';
const NOW = '{{$isoTimestamp}}';

const bodies: Readonly<Record<RouteId, object | undefined>> = {
  auth: { clientId: '{{clientId}}', clientSecret: '{{clientSecret}}' },
  refresh: undefined,
  checkin: { uid: 'BADGE-0001', notify: true },
  batch: {
    items: [
      { key: KEY, uid: 'BADGE-0001', date: NOW },
      { key: KEY, uid: 'BADGE-0002', date: NOW },
    ],
  },
  syncUsers: { items: [sampleItems.syncUsers] },
  syncBookings: { items: [sampleItems.syncBookings] },
};

const entry = (name: string, value: string) => ({ name, value, enabled: true });

/** Operations for gates and for sync need different clients. */
const isSync = ({ operation }: PlacedOperation): boolean => operation.tags.includes('Sync');

/** The variables that a response with tokens sets. */
const tokenVariables = (isForSync: boolean): readonly (readonly [variable: string, member: string])[] =>
  isForSync
    ? [['syncAccessToken', 'accessToken']]
    : [
        ['accessToken', 'accessToken'],
        ['refreshToken', 'refreshToken'],
      ];

const storeTokens = (isForSync: boolean): Pick<BrunoRequest, 'vars'> => {
  const variables = tokenVariables(isForSync).map(([name, member]) => ({
    ...entry(name, `res.body.${member}`),
    local: false,
  }));
  return { vars: { res: variables } };
};

const tokenOf = (placed: PlacedOperation): string | undefined => {
  const [scheme] = placed.operation.security.flatMap(Object.keys);
  return scheme === 'accessToken' && isSync(placed) ? 'syncAccessToken' : scheme;
};

const toRequest = (placed: PlacedOperation): Omit<BrunoRequest, 'meta'> => {
  const { method, path, operation } = placed;
  const { operationId, description, parameters, responses } = operation;
  const body = bodies[operationId as RouteId];
  const token = tokenOf(placed);
  const [success = ''] = Object.keys(responses);
  const takesKey = parameters.some(({ $ref }) => $ref.endsWith('/IdempotencyKey'));
  return {
    http: {
      method,
      url: `{{baseUrl}}${path}`,
      body: body ? 'json' : 'none',
      auth: token === undefined ? 'none' : 'bearer',
    },
    ...(takesKey && { headers: [entry('Idempotency-Key', KEY)] }),
    ...(token !== undefined && { auth: { bearer: { token: `{{${token}}}` } } }),
    ...(body && { body: { json: JSON.stringify(body, undefined, 2) } }),
    ...(['auth', 'refresh'].includes(operationId) && storeTokens(false)),
    assertions: [entry('res.status', `eq ${success}`)],
    docs: description,
  };
};

interface NamedRequest {
  readonly name: string;
  readonly request: Omit<BrunoRequest, 'meta'>;
}

const toNamed = (placed: PlacedOperation): NamedRequest => ({
  name: placed.operation.summary,
  request: toRequest(placed),
});

/** The log-in of the client with the scope `sync`, before the operations that need it. */
const toSyncLogin = ({ request }: NamedRequest): NamedRequest => ({
  name: 'Log in for sync',
  request: {
    ...request,
    body: {
      json: JSON.stringify({ clientId: '{{syncClientId}}', clientSecret: '{{syncClientSecret}}' }, undefined, 2),
    },
    ...storeTokens(true),
    docs: 'Gives a token set for an API client with the scope `sync`.',
  },
});

const environment = (variables: Readonly<Record<string, string>>): string =>
  jsonToEnv({
    variables: [
      ...Object.entries(variables).map(([name, value]) => ({ ...entry(name, value), secret: false })),
      ...['clientSecret', 'syncClientSecret'].map((name) => ({ ...entry(name, ''), secret: true })),
    ],
  });

const DOCS = `Every operation of the API, in an order in which they can be sent.

Choose an environment, and enter its secrets:

- local, the service that \`npm start\` runs: \`clientSecret\` is what it printed. \`syncClientSecret\` is in the response of \`curl -X POST ${SAMPLE_BASE_URL}/docs/try/clients/hr\`.
- deployed: the operator gives you the base URL, the client ids and the secrets. The operations under sync create a user and a booking.

This folder is generated from the OpenAPI document.`;

const fileName = (name: string): string => `${name.toLowerCase().replaceAll(' ', '-')}.bru`;

/**
 * A collection for Bruno (https://www.usebruno.com) with a request for each operation.
 * @returns the contents of the files by path
 */
export const makeBrunoCollection = (openapi: JsonSchema): Readonly<Record<string, string>> => {
  const document = openapi as unknown as Document;
  const placed = operationsOf(document);
  const gate = placed.filter((one) => !isSync(one)).map(toNamed);
  const sync = placed.filter(isSync).map(toNamed);
  const logins = gate.slice(0, 1).map(toSyncLogin);
  const requests = [...gate, ...logins, ...sync].map(({ name, request }, at) => [
    fileName(name),
    jsonToBru({ meta: { name, type: 'http', seq: at + 1 }, ...request }),
  ]);
  const files: Readonly<Record<string, string>> = {
    'bruno.json': `${JSON.stringify({ version: '1', name: document.info.title, type: 'collection' }, undefined, 2)}\n`,
    'collection.bru': jsonToCollectionBru({ docs: DOCS }),
    'environments/local.bru': environment({
      baseUrl: SAMPLE_BASE_URL,
      clientId: 'ckc_demo',
      syncClientId: 'ckc_demo_hr',
    }),
    'environments/deployed.bru': environment({
      baseUrl: 'https://api.example.com',
      clientId: 'ckc_…',
      syncClientId: 'ckc_…',
    }),
    ...Object.fromEntries(requests),
  };
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${FOLDER}/${name}`, text]));
};
