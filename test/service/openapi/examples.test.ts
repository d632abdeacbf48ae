import { writeFileSync } from 'node:fs';
import { ThrottlingException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EXAMPLES_FILE, readExamples, type Example } from '../../../lib/openapi/examples.ts';
import { toOAuthErrorResponse } from '../../../functions/auth/oauth-error.ts';
import { openGateway } from '../../../lib/local/gateway/server.ts';
import { makeApiFunction, NO_STORE } from '../../../shared/http/api-function.ts';
import { routes } from '../../../shared/routes.ts';
import { changeForFile } from '../../support/run/change-for-file.ts';
import { runServiceInMemory, type RunningService, type TestClient } from '../../support/running-service.ts';
import { scenarios, failingScenarios } from './example-scenarios.ts';
import { recordExample, type Target } from './record-example.ts';

const HOUR = 60 * 60_000;
const at = Date.UTC(2026, 10, 21, 8);

const seed = async ({ stores }: RunningService, { companyId }: TestClient): Promise<void> => {
  await stores.users.save({ companyId, id: 1, uid: 'BADGE-0001', email: 'ada@demo.example' });
  await stores.users.save({ companyId, id: 2, uid: 'BADGE-0002', email: 'grace@demo.example' });
  const user = { companyId, userId: 1 };
  const period = { checkinOpensAt: at - HOUR, noShowAt: at + HOUR };
  await stores.bookings.save({ user, bookingId: 'desk', kind: 'position', ...period });
  const missed = { checkinOpensAt: at - 72 * HOUR, noShowAt: at - 70 * HOUR };
  await stores.bookings.save({ user: { companyId, userId: 2 }, bookingId: 'B-2026-0009', kind: 'position', ...missed });
  await stores.bookings.save({ user, bookingId: 'p7', kind: 'parking', ...period, noShowAt: at + 2 * HOUR });
};

const sendAll = async (
  requests: typeof scenarios,
  target: Target,
  rename = (name: string) => name,
): Promise<Example[]> => {
  const examples: Example[] = [];
  for (const scenario of requests) {
    const example = await recordExample(scenario, target);
    examples.push({ ...example, name: rename(example.name) });
  }
  return examples;
};

/** Records the responses of functions whose operations all throw. */
const recordFaults = async (): Promise<Example[]> => {
  const operation = () => Promise.reject(new TypeError('a fault'));
  const make = (hasBody: boolean, headers = {}, more: Partial<Parameters<typeof makeApiFunction>[0]> = {}) =>
    makeApiFunction({
      name: 'faulty',
      record: () => undefined,
      ...(hasBody && { maxBodyBytes: 16_384 }),
      headers,
      operation,
      ...more,
    });
  // Routes that usually share a function are served by separate ones here, because their bodies and headers differ.
  const separateRoutes = Object.entries(routes).map(([id, { method, path }]) => [id, { method, path }] as const);
  const handlers = {
    auth: make(true, NO_STORE),
    oauthToken: make(false, NO_STORE, { toErrorResponse: toOAuthErrorResponse }),
    refresh: make(false, NO_STORE),
    checkin: make(true),
    syncUsers: make(true),
    syncBookings: make(true),
    readBookings: make(true),
    batch: make(true),
  };
  const quiet = { onResponse: () => undefined, onFailure: () => undefined };
  const gateway = await openGateway(0);
  gateway.serve({ routes: Object.fromEntries(separateRoutes), handlers, functionTimeoutMilliseconds: 5_000, ...quiet });
  try {
    return await sendAll(failingScenarios, { url: gateway.url, actual: {} }, () => 'fault');
  } finally {
    await gateway.stop();
  }
};

let service: RunningService;
let recorded: Example[];

beforeAll(async () => {
  service = await runServiceInMemory();
  const client = await service.aClient();
  await seed(service, client);
  const { accessToken: syncAccessToken } = await service.logIn(await service.aClient(client.companyId, ['sync']));
  const target = { url: service.url, actual: { ...client, ...(await service.logIn(client)), syncAccessToken } };
  recorded = await sendAll(scenarios, target);
  const throttle = () => Promise.reject(new ThrottlingException({ message: 'too many', $metadata: {} }));
  changeForFile<object>(DynamoDBDocumentClient.prototype, { send: throttle });
  recorded.push(...(await sendAll(failingScenarios, target, () => 'databaseAway')));
  recorded.push(...(await recordFaults()));
  if (process.env['RECORD_EXAMPLES']) writeFileSync(EXAMPLES_FILE, `${JSON.stringify(recorded, undefined, 2)}\n`);
});
afterAll(() => service.stop());

describe('The examples of the API document', () => {
  it('are the responses of the running service; RECORD_EXAMPLES=1 records them again', () => {
    expect(readExamples()).toEqual(recorded);
  });
});
