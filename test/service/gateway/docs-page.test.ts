import { once } from 'node:events';
import { request as startRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gateErrors, type ErrorCode } from '../../../shared/rules/errors.ts';
import { post, runServiceInMemory, type RunningService, type TestClient } from '../../support/running-service.ts';

let service: RunningService;

beforeAll(async () => {
  service = await runServiceInMemory({ DEMO: '1' });
});
afterAll(() => service.stop());

const askForClient = async (name: string, headers: Record<string, string> = {}) => {
  const sent = startRequest(`${service.url}/docs/clients/${name}`, { method: 'POST', headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
};

const clientOf = async (name: string): Promise<TestClient> => JSON.parse((await askForClient(name)).body) as TestClient;

/** The statuses of a check-in and of a sync request: 200 if the client has the scope, otherwise 403. */
const statusesOf = async (client: TestClient): Promise<number[]> => {
  const { accessToken } = await service.logIn(client);
  const send = async (path: string, body: object): Promise<number> =>
    (await post(service.url + path, body, { Authorization: `Bearer ${accessToken}` })).status;
  return [await send('/scheduling/checkin', { id: 1 }), await send('/sync/users', { items: [{ id: 1 }] })];
};

describe('The pages at /docs', () => {
  it.each(['/docs', '/docs/errors'])('load only files of this service, and nothing inline: %s', async (path) => {
    const response = await fetch(service.url + path);
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; .*script-src 'self'; style-src 'self'; connect-src 'self'$/);
    expect(policy).not.toContain('unsafe-');
    const loaded = [...page.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].map(([, target = '']) => target);
    expect(loaded.filter((target) => target !== 'data:,' && !target.startsWith('/docs/'))).toEqual([]);
    expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+="|<script>/);
  });

  it.each(Object.keys(gateErrors))('explain the error %s under its own anchor', async (code) => {
    const page = await (await fetch(`${service.url}/docs/errors`)).text();
    const [, section = ''] = page.split(`<h2 id="${code}">`);
    expect(section.slice(0, section.indexOf('<h2'))).toContain(`<strong>${gateErrors[code as ErrorCode]}`);
  });

  it('can also be reached at the addresses that they had in version 1.1', async () => {
    const locationOf = async (path: string, method: string) => {
      const { status, headers } = await fetch(service.url + path, { method, redirect: 'manual' });
      return [status, headers.get('location')];
    };
    expect(await locationOf('/docs/try', 'GET')).toEqual([308, '/docs']);
    expect(await locationOf('/docs/try/clients/hr', 'POST')).toEqual([308, '/docs/clients/hr']);
  });

  it.each(['/docs/openapi.json', '/docs/console-openapi.json'])('come with an API document at %s', async (path) => {
    const response = await fetch(service.url + path);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
  });

  it('can get a client with the scope checkin', async () => {
    expect(await statusesOf(await clientOf('gate'))).toEqual([200, 403]);
  });

  it('can get a client with the scope sync, with the same secret each time', async () => {
    const [one, other] = await Promise.all([clientOf('hr'), clientOf('hr')]);
    expect(other).toEqual(one);
    expect(await statusesOf(one)).toEqual([403, 200]);
  });

  it.each([
    ['a page whose host name is foreign but resolves to this machine', { host: 'rebound.example' }],
    ['a page of another site', { origin: 'https://example.com' }],
    ['a page on another port', { origin: 'http://127.0.0.1:1' }],
  ])('share no client with %s', async (_, headers) => {
    const { status, body } = await askForClient('gate', headers);
    expect(status).toBe(403);
    expect(body).not.toContain('cks_');
  });

  it('offer no other client', async () => {
    expect((await askForClient('console')).status).toBe(404);
  });

  it('let no cache store a secret', async () => {
    expect((await askForClient('gate')).headers['cache-control']).toBe('no-store');
  });
});
