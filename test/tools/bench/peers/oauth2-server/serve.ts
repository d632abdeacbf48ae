import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import OAuth2Server from '@node-oauth/oauth2-server';
import express from 'express';
import pMap from 'p-map';
import { createTables } from '../../../../../lib/local/create-tables.ts';
import { listen } from '../../../../../lib/local/listen.ts';
import { defaultLifetimes } from '../../../../../shared/settings.ts';
import { serveCommands } from '../../harness/serve-commands.ts';
import type { TokenServerCommands } from '../../harness/token-server.ts';
import { makeModel, oauthTable } from './dynamodb-model.ts';

/** @node-oauth/oauth2-server in Express, as its documentation has it; tokens are opaque, as by default. */
const TABLE = 'OAuth';

const client = new DynamoDBClient({});
await createTables(client, { oauth: oauthTable }, { oauth: TABLE });
const { model, register } = makeModel(DynamoDBDocumentClient.from(client), TABLE);

const server = new OAuth2Server({
  model,
  accessTokenLifetime: defaultLifetimes.accessTokenSeconds,
  refreshTokenLifetime: defaultLifetimes.refreshTokenSeconds,
});

const app = express();
app.use(express.urlencoded({ extended: false }));
app.post('/token', async (request, response) => {
  const oauthResponse = new OAuth2Server.Response(response);
  try {
    await server.token(new OAuth2Server.Request(request), oauthResponse);
  } catch {
    // The answer to the caller is in the response all the same.
  }
  response
    .set(oauthResponse.headers)
    .status(oauthResponse.status ?? 500)
    .json(oauthResponse.body);
});
const url = await listen(createServer(app), 'PORT', 0);

let registered = '';

const makeRefreshToken = async (): Promise<string> => {
  const oauthClient = { id: registered, grants: [] };
  const [accessToken, refreshToken] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
  const accessTokenExpiresAt = new Date(Date.now() + defaultLifetimes.accessTokenSeconds * 1_000);
  const refreshTokenExpiresAt = new Date(Date.now() + defaultLifetimes.refreshTokenSeconds * 1_000);
  const token = { accessToken, accessTokenExpiresAt, refreshToken, refreshTokenExpiresAt };
  await model.saveToken({ ...token, client: oauthClient, user: {} }, oauthClient, { id: registered });
  return refreshToken;
};

const commands: TokenServerCommands = {
  url: () => `${url}/token`,
  register: async ({ clientId, clientSecret }) => {
    registered = clientId;
    await register(clientId, clientSecret);
  },
  makeRefreshTokens: (count) => pMap(Array(count).keys(), makeRefreshToken, { concurrency: 16 }),
};

serveCommands({ ...commands });
