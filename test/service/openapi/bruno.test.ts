import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import bruToJson from '@usebruno/lang/v2/src/bruToJson.js';
import envToJson from '@usebruno/lang/v2/src/envToJson.js';
import type { BrunoRequest } from '@usebruno/lang/v2/src/jsonToBru.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../../shared/routes.ts';
import { described } from '../../support/described-response.ts';
import type { HttpResponse } from '../../support/running-service.ts';
import { runLocalHere, type LocalHere } from '../../support/run-local-here.ts';
import { useMemoryDatabase } from '../../support/memory-database/use-memory-database.ts';

const folder = join(import.meta.dirname, '../../../docs/bruno');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

const requests = readdirSync(folder)
  .filter((name) => name.endsWith('.bru') && name !== 'collection.bru')
  .map((name) => bruToJson(read(name)))
  .toSorted((one, other) => Number(one.meta.seq) - Number(other.meta.seq));

const variablesOf = (environment: string) => envToJson(read(`environments/${environment}.bru`)).variables;

let local: LocalHere;
const variables = new Map(variablesOf('local').map(({ name, value }) => [name, value]));
const responses = new Map<string, HttpResponse>();

/** Replaces variables like Bruno: those with a `$` get a new value at each place. */
const fillIn = (text: string): string =>
  text.replace(/\{\{([^}]+)\}\}/g, (_, name: string) => {
    if (name === '$randomUUID') return randomUUID();
    if (name === '$isoTimestamp') return new Date().toISOString();
    const value = variables.get(name);
    if (value === undefined || value === '') throw new Error(`${name} is not known`);
    return value;
  });

const send = async ({ http, headers = [], auth, body, vars }: BrunoRequest): Promise<HttpResponse> => {
  const sent = new Headers(headers.map(({ name, value }): [string, string] => [name, fillIn(value)]));
  if (auth && http.auth === 'bearer') sent.set('Authorization', `Bearer ${fillIn(auth.bearer.token)}`);
  if (http.body === 'json') sent.set('Content-Type', 'application/json');
  const method = http.method.toUpperCase();
  const init = { method, headers: sent, ...(body && { body: fillIn(body.json) }) };
  const url = fillIn(http.url);
  const received = await fetch(url, init);
  const { status, headers: fields } = received;
  const response = described(method, url, { status, headers: fields, body: await received.json() });
  for (const { name, value } of vars?.res ?? []) variables.set(name, response.body[value.replace('res.body.', '')]);
  return response;
};

beforeAll(async () => {
  local = await runLocalHere({ AWS_ENDPOINT_URL_DYNAMODB: useMemoryDatabase() });
  const [clientSecret = ''] = /cks_[\w-]+/.exec(local.greeting) ?? [];
  const hr = await fetch(`${local.url}/docs/try/clients/hr`, { method: 'POST' });
  const { clientSecret: syncClientSecret } = (await hr.json()) as { clientSecret: string };
  for (const [name, value] of Object.entries({ baseUrl: local.url, clientSecret, syncClientSecret }))
    variables.set(name, value);
  for (const request of requests) responses.set(request.meta.name, await send(request));
});
afterAll(() => local.stop());

describe('The collection for Bruno, sent in order to a service that was just started,', () => {
  it.each(requests.map((request) => [request.meta.name, request] as const))(
    'gets what it asserts: %s',
    (name, request) => {
      const assertions = request.assertions?.map((one) => [one.name, one.value]);
      expect(assertions).toEqual([['res.status', `eq ${responses.get(name)?.status}`]]);
    },
  );

  it('gets successful responses', () => {
    expect(responses.get('Check in')?.body.checkinCount).toBe(2);
    expect(responses.get('Check in a batch')?.body.items).toMatchObject([{ statusCode: 200 }, { statusCode: 200 }]);
    for (const name of ['Synchronise users', 'Synchronise bookings']) {
      expect(responses.get(name)?.body.items).toEqual([{ outcome: 'written' }]);
    }
  });

  it('has every operation', () => {
    const sent = requests.map(({ http }) => `${http.method.toUpperCase()} ${http.url}`);
    const operations = Object.values(routes).map(({ method, path }) => `${method} {{baseUrl}}${path}`);
    expect([...new Set(sent)].toSorted()).toEqual(operations.toSorted());
  });

  it('has the same variables for a deployment, and no secret in any file', () => {
    const shapeOf = (environment: string) => variablesOf(environment).map(({ name, secret }) => [name, secret]);
    expect(shapeOf('deployed')).toEqual(shapeOf('local'));
    const secrets = variablesOf('local').filter(({ secret }) => secret);
    expect(secrets.map(({ name, value }) => [name, value])).toEqual([
      ['clientSecret', ''],
      ['syncClientSecret', ''],
    ]);
  });
});
