import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import { createTables } from '../../../../../lib/local/create-tables.ts';
import { listen } from '../../../../../lib/local/listen.ts';
import { serveCommands } from '../../harness/serve-commands.ts';
import type { TokenServerCommands } from '../../harness/token-server.ts';
import { makeTokens, nextPlace, startPlace, type Place } from '../jose-tokens.ts';
import { makeTokenTable, tokenTable } from '../token-tables.ts';

/** Log-in and refresh with only node:http, the SDK and jose: the same reads, writes and signatures as the service. */
const TABLE = 'Floor';

const client = new DynamoDBClient({});
await createTables(client, { floor: tokenTable }, { floor: TABLE });
const table = makeTokenTable(DynamoDBDocumentClient.from(client), TABLE);
const tokens = await makeTokens();

const makeSet = async (place: Place) => {
  const [access_token, refresh_token] = await Promise.all([tokens.signAccess(place), tokens.signRefresh(place)]);
  return { access_token, refresh_token };
};

const logIn = async (clientId: string, clientSecret: string) => {
  if (!(await table.isRight(clientId, clientSecret))) return undefined;
  const place = startPlace(clientId);
  const [set] = await Promise.all([makeSet(place), table.startFamily(place)]);
  return set;
};

const refresh = async (token: string) => {
  const place = await tokens.verifyRefresh(token);
  if (!place || !(await table.isLive(place)) || !(await table.rotateFamily(place))) return undefined;
  return makeSet(nextPlace(place));
};

const respondTo = async (body: string) => {
  const given = new URLSearchParams(body);
  return given.get('grant_type') === 'refresh_token'
    ? refresh(given.get('refresh_token') ?? '')
    : logIn(given.get('client_id') ?? '', given.get('client_secret') ?? '');
};

const url = await listen(
  createServer((request, response) => {
    void text(request)
      .then(respondTo)
      .then((set) => {
        const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
        response.writeHead(set ? 200 : 401, headers).end(JSON.stringify(set ?? { error: 'invalid_client' }));
      });
  }),
  'PORT',
  0,
);

let registered = '';

const makeRefreshToken = async (): Promise<string> => {
  const place = startPlace(registered);
  await table.startFamily(place);
  return tokens.signRefresh(place);
};

const commands: TokenServerCommands = {
  url: () => url,
  register: ({ clientId, clientSecret }) => {
    registered = clientId;
    return table.register(clientId, clientSecret);
  },
  makeRefreshTokens: (count) => pMap(Array(count).keys(), makeRefreshToken, { concurrency: 16 }),
};

serveCommands({ ...commands });
