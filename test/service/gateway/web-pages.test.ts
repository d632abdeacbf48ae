import { once } from 'node:events';
import { request as startRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBackend, type Backend } from '../../../lib/local/backend.ts';
import { readOptions } from '../../../lib/local/options.ts';

/** Each backend is named after the services at its port. The second backend uses an external database. */
const backendNames = ['the database and the signing keys', 'only the signing keys'] as const;
const backends = new Map<string, Backend>();

beforeAll(async () => {
  const ports = { DYNAMODB_PORT: '0' };
  const start = (settings: Record<string, string>) =>
    startBackend(readOptions({ ...ports, ...settings }), () => undefined);
  backends.set(backendNames[0], await start({}));
  backends.set(backendNames[1], await start({ AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' }));
});
afterAll(async () => {
  for (const { stop } of backends.values()) await stop();
});

/** Reads the key that signs access tokens, which no web page may get. */
const readKey = async (name: string, { host, origin }: { host?: string; origin?: string }, method = 'POST') => {
  const url = backends.get(name)?.secretsUrl ?? '';
  const headers = {
    'Content-Type': 'application/x-amz-json-1.1',
    'X-Amz-Target': 'secretsmanager.GetSecretValue',
    Host: host?.replace('PORT', new URL(url).port) ?? new URL(url).host,
    ...(origin !== undefined && { Origin: origin }),
  };
  const sent = startRequest(url, { method, headers }).end('{"SecretId":"SigningKey"}');
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
};

describe.each(backendNames)('The port that serves %s', (name) => {
  it.each([
    ['a page of another site', { origin: 'https://example.com' }, 'POST'],
    ['the CORS preflight of another site', { origin: 'https://example.com' }, 'OPTIONS'],
    ['a page with the origin null', { origin: 'null' }, 'POST'],
    ['a page that this machine serves', { origin: 'http://127.0.0.1:PORT' }, 'POST'],
    ['a page whose host name resolves to this machine', { host: 'rebound.example:PORT' }, 'POST'],
    ['a page whose host name begins with localhost', { host: 'localhost.example.com:PORT' }, 'POST'],
    ['a page whose host name begins with 127.0.0.1', { host: '127.0.0.1.example.com' }, 'POST'],
    ['a page whose host is an address in the network', { host: '192.0.2.1:PORT' }, 'POST'],
    ['a request with an invalid Host header', { host: 'a b' }, 'POST'],
  ])('rejects %s', async (_, sender, method) => {
    const { status, headers, body } = await readKey(name, sender, method);
    expect(status).toBe(403);
    expect(body).not.toContain('SecretString');
    expect(Object.keys(headers).filter((header) => header.startsWith('access-control-'))).toEqual([]);
  });

  it.each(['127.0.0.1:PORT', 'localhost:PORT', 'LOCALHOST', '[::1]:PORT', 'host.docker.internal:PORT'])(
    'serves a program that calls it as %s',
    async (host) => {
      const { status, body } = await readKey(name, { host });
      expect(status).toBe(200);
      expect(body).toContain('SecretString');
    },
  );
});
