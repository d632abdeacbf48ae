import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { described } from '../support/described-response.ts';
import type { HttpResponse } from '../support/running-service.ts';
import { runLocalHere, type LocalHere } from '../support/run-local-here.ts';
import { useMemoryDatabase } from '../support/memory-database/use-memory-database.ts';
import { readHttpFile, type HttpFileRequest } from './read-http-file.ts';

const { variables, requests } = readHttpFile(readFileSync(join(import.meta.dirname, '../../docs/try-it.http'), 'utf8'));

let local: LocalHere;
const responses = new Map<string, HttpResponse>();

/** `{{variable}}` and `{{request.response.body.member}}`. */
const fillIn = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(/\{\{([^}]+)\}\}/g, (_, reference: string) => {
    const [name = '', , , member = ''] = reference.split('.');
    const value = values.get(name) ?? (responses.get(name)?.body[member] as string | undefined);
    if (value === undefined) throw new Error(`${reference} is not known`);
    return value;
  });

const send = async (request: HttpFileRequest, values: ReadonlyMap<string, string>): Promise<HttpResponse> => {
  const headers = request.headers.map(([name, value]): [string, string] => [name, fillIn(value, values)]);
  const { method } = request;
  const body = request.body.trim() && { body: fillIn(request.body, values) };
  const response = await fetch(fillIn(request.url, values), { method, headers, ...body });
  const { status, url } = response;
  const received = { status, headers: response.headers, body: await response.json() };
  // The local service's own pages are not part of the API.
  return url.includes('/docs/') ? received : described(method, url, received);
};

beforeAll(async () => {
  local = await runLocalHere({ AWS_ENDPOINT_URL_DYNAMODB: useMemoryDatabase() });
  const [clientSecret = ''] = /cks_[\w-]+/.exec(local.greeting) ?? [];
  const values = new Map([...variables, ['url', local.url], ['clientSecret', clientSecret]]);
  for (const request of requests) responses.set(request.name, await send(request, values));
});
afterAll(() => local.stop());

describe('The file to try the service with, sent in order to a service that was just started,', () => {
  it.each(requests.map(({ name, title }) => [title, name]))('gets the stated status: %s', (title, name) => {
    expect(title).toMatch(new RegExp(`\\b${responses.get(name)?.status}\\b`));
  });

  it('returns the stated counts', () => {
    const counted = ['swipe', 'repeat', 'again', 'yesterday'].map((name) => responses.get(name)?.body.checkinCount);
    expect(counted).toEqual([2, 2, 0, 0]);
  });

  it('synchronises every item', () => {
    for (const name of ['syncUsers', 'syncBookings'])
      expect(responses.get(name)?.body.items).toEqual([{ outcome: 'written' }]);
  });

  it('uses the port and the client of the demo', () => {
    expect(variables.get('url')).toBe('http://127.0.0.1:3000');
    expect(local.greeting).toContain(`"clientId":"${variables.get('clientId')}"`);
  });
});
