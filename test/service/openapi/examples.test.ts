import { writeFileSync } from 'node:fs';
import { ThrottlingException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { EXAMPLES_FILE, readExamples, type Example } from '../../../lib/openapi/examples.ts';
import { takeErrors } from '../../support/run/service-log.ts';
import type { RunningService, TestClient } from '../../support/running-service.ts';
import { useServiceInMemory } from '../../support/use-service.ts';
import { scenarios, failingScenarios } from './example-scenarios.ts';
import { recordExample, type Target } from './record-example.ts';

const HOUR = 60 * 60_000;
const at = Date.UTC(2026, 10, 21, 8);

const seed = async ({ stores }: RunningService, { companyId }: TestClient): Promise<void> => {
  await stores.users.save({ companyId, id: 1, uid: 'BADGE-0001', email: 'ada@demo.example' });
  await stores.users.save({ companyId, id: 2, uid: 'BADGE-0002', email: 'grace@demo.example' });
  const user = { companyId, userId: 1 };
  await stores.book(user, { at });
  await stores.book({ companyId, userId: 2 }, { bookingId: 'B-2026-0009', at: at - 71 * HOUR });
  await stores.book(user, { bookingId: 'p7', kind: 'parking', at, noShowAt: at + 2 * HOUR });
};

const sendAll = async (requests: typeof scenarios, target: Target): Promise<Example[]> => {
  const examples: Example[] = [];
  for (const scenario of requests) examples.push(await recordExample(scenario, target));
  return examples;
};

/** Errors of every call to the database, with the names and summaries of the examples that they cause. */
const failures = [
  ['databaseAway', 'The database is unavailable', new ThrottlingException({ message: 'too many', $metadata: {} })],
  ['fault', 'A fault of the service', new TypeError('a fault')],
] as const;

const service = useServiceInMemory();
let recorded: Example[];

beforeAll(async () => {
  const client = await service.aClient();
  await seed(service, client);
  const { accessToken: syncAccessToken } = await service.logIn(await service.aClient(client.companyId, ['sync']));
  const target = { url: service.url, actual: { ...client, ...(await service.logIn(client)), syncAccessToken } };
  recorded = await sendAll(scenarios, target);
  for (const [name, summary, error] of failures) {
    Object.assign(DynamoDBDocumentClient.prototype, { send: () => Promise.reject(error) });
    recorded.push(...(await sendAll(failingScenarios, target)).map((example) => ({ ...example, name, summary })));
  }
  if (process.env['RECORD_EXAMPLES']) writeFileSync(EXAMPLES_FILE, `${JSON.stringify(recorded, undefined, 2)}\n`);
});

describe('The examples of the API document', () => {
  it('are the responses of the running service; RECORD_EXAMPLES=1 records them again', () => {
    expect(readExamples()).toEqual(recorded);
    expect(takeErrors()).toEqual(['oauthToken 503', 'checkin 503', 'oauthToken 500', 'checkin 500']);
  });
});
