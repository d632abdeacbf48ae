import { once } from 'node:events';
import { request as startRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBackend, type Backend } from '../../../lib/local/backend.ts';
import { readOptions } from '../../../lib/local/options.ts';

/** The port of the embedded database and the signing keys, and the port of only the signing keys if another database is used. */
const backends = new Map<string, Backend>();

beforeAll(async () => {
  const ports = { DYNAMODB_PORT: '0', SECRETS_PORT: '0' };
  const start = (settings: Record<string, string>) =>
    startBackend(readOptions({ ...ports, ...settings }), () => undefined);
  backends.set('database and keys', await start({}));
  backends.set('keys alone', await start({ AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' }));
});
afterAll(async () => {
  for (const { stop } of backends.values()) await stop();
});

/** Reads the secret of the access key, which these tests protect. */
const readKey = async (name: string, { host, origin }: { host?: string; origin?: string }, method = 'POST') => {
  const url = backends.get(name)?.secretsUrl ?? '';
  const headers = {
    'Content-Type': 'application/x-amz-json-1.1',
    'X-Amz-Target': 'secretsmanager.GetSecretValue',
    Host: host?.replace('PORT', new URL(url).port) ?? new URL(url).host,
    ...(origin !== undefined && { Origin: origin }),
  };
  const sent = startRequest(url, { method, headers }).end('{"SecretId":"AccessKey"}');
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
};

describe.each(['database and keys', 'keys alone'])('A web page that finds the port of the %s', (name) => {
  it.each([
    ['reads from another site', { origin: 'https://example.com' }, 'POST'],
    ['asks whether it may', { origin: 'https://example.com' }, 'OPTIONS'],
    ['has the origin null', { origin: 'null' }, 'POST'],
    ['is served from this machine', { origin: 'http://127.0.0.1:PORT' }, 'POST'],
    ['has a host name that resolves to this machine', { host: 'rebound.example:PORT' }, 'POST'],
    ['has a name that looks local', { host: 'localhost.example.com:PORT' }, 'POST'],
    ['has an address that looks local', { host: '127.0.0.1.example.com' }, 'POST'],
    ['names an address of the network', { host: '192.0.2.1:PORT' }, 'POST'],
    ['has an invalid Host header', { host: 'a b' }, 'POST'],
  ])('is refused if it %s', async (_, from, method) => {
    const { status, headers, body } = await readKey(name, from, method);
    expect(status).toBe(403);
    expect(body).not.toContain('SecretString');
    expect(Object.keys(headers).filter((header) => header.startsWith('access-control-'))).toEqual([]);
  });

  it.each(['127.0.0.1:PORT', 'localhost:PORT', 'LOCALHOST', '[::1]:PORT', 'host.docker.internal:PORT'])(
    'is not refused if it is a program that calls it %s',
    async (host) => {
      const { status, body } = await readKey(name, { host });
      expect(status).toBe(200);
      expect(body).toContain('SecretString');
    },
  );
});
