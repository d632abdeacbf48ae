import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { marshall } from '@aws-sdk/util-dynamodb';
import { functionEnvironment } from '../../../../lib/local/function-environment.ts';
import { listen } from '../../../../lib/local/listen.ts';
import { stopServer } from '../../../../lib/local/stop-server.ts';
import { localTableNames } from '../../../../shared/local-service.ts';
import { makeTokenMint } from '../../../../shared/adapters/jwt/token-mint.ts';
import { createApiClient } from '../../../../shared/domain/api-client.ts';
import { defaultLifetimes } from '../../../../shared/settings.ts';
import { bookingsOfDay } from './book.ts';
import { toBookingItem, toUserItem } from './bulk-load.ts';
import { makeCheckinEvent } from './checkin-event.ts';
import { MOMENT } from './service-world.ts';

const USER_ID = 42;
const KEY_ID = 'key-1';
const KEY = 'k'.repeat(64);
const now = Date.now();

/** The responses of DynamoDB and Secrets Manager to a check-in of the only user: always the same, without delay. */
const { client } = createApiClient({ companyId: 'acme', name: 'Gate' }, now);
const [booking] = bookingsOfDay(client.companyId, USER_ID, 0);

const items: Readonly<Record<string, object>> = {
  [localTableNames.apiClients]: { ...client, item: 'client' },
  [localTableNames.users]: toUserItem(client.companyId, USER_ID),
};

interface StubAnswer {
  readonly status: number;
  readonly body: string;
}

const answerWith = (body: object, status = 200): StubAnswer => ({ status, body: JSON.stringify(body) });

/** The response to a call: the same text for the same call. @param target as in the header `x-amz-target` */
export const answerCall = (target: string, body: string): StubAnswer => {
  const operation = target.split('.').at(-1);
  const { TableName = '', VersionStage } = JSON.parse(body) as { TableName?: string; VersionStage?: string };
  if (operation === 'GetItem') return answerWith({ Item: marshall(items[TableName] ?? {}) });
  if (operation === 'Query') return answerWith({ Count: 1, Items: [marshall(toBookingItem(booking as never))] });
  if (operation === 'UpdateItem' || operation === 'PutItem') return answerWith({});
  if (VersionStage === 'AWSPREVIOUS') return answerWith({ __type: 'ResourceNotFoundException' }, 400);
  return answerWith({ VersionId: KEY_ID, SecretString: KEY, CreatedDate: now / 1000 });
};

export interface StubAws {
  readonly url: string;
  stop(): Promise<void>;
}

/** DynamoDB and Secrets Manager over HTTP, with the responses of {@link answerCall}. */
export const startStubAws = async (): Promise<StubAws> => {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const answer = answerCall(String(request.headers['x-amz-target']), body);
      return response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer.body);
    });
  });
  const url = await listen(server, 'PORT', 0);
  return { url, stop: () => stopServer(server, 0) };
};

/** Environment variables that connect a function to the stub. */
export const stubEnvironment = (url: string): Record<string, string> => ({
  ...functionEnvironment(defaultLifetimes, { databaseUrl: url, secretsUrl: url }, {}),
  // As deployed: a log line each request, and its metrics.
  POWERTOOLS_SERVICE_NAME: 'checkin-bench',
  POWERTOOLS_LOG_LEVEL: 'INFO',
  POWERTOOLS_METRICS_DISABLED: 'false',
});

const mintToken = async (tokenIssuer: string): Promise<string> => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', Buffer.from(KEY), algorithm, false, ['sign']);
  const found = { keyId: KEY_ID, key, createdAt: now };
  const keys = { current: async () => found, find: async () => found };
  const mint = makeTokenMint({ access: keys, refresh: keys }, { tokenIssuer, ...defaultLifetimes });
  const generation = { number: 0, issuedAt: now, accessKeyId: KEY_ID, refreshKeyId: KEY_ID };
  return (await mint.mint(client, { familyId: crypto.randomUUID() }, generation)).accessToken;
};

/** A check-in of the only user, by a client with a valid token. */
export const makeStubEvent = async () => {
  const token = await mintToken(stubEnvironment('')['TOKEN_ISSUER'] as string);
  const body = JSON.stringify({ id: USER_ID, date: new Date(MOMENT).toISOString(), notify: true });
  return makeCheckinEvent('request-1', { authorization: `Bearer ${token}` }, body);
};
