import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { batchDeadline, requestDeadline, syncDeadline, type Deadline } from '../../shared/rules/deadline.ts';
import { interceptDatabase } from '../support/intercept-database.ts';
import { useMemoryDatabase } from '../support/memory-database/use-memory-database.ts';
import { takeErrors, takeLog } from '../support/run/service-log.ts';
import { post, runServiceWithRealDeadlines, type RunningService } from '../support/running-service.ts';

const RESPOND_WITHIN = 2_800;

/** A forged token, whose key the functions look for in the database. */
const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const accessToken = `${encode({ alg: 'EdDSA', kid: 'k'.repeat(32), typ: 'at+jwt' })}.${encode({})}.${'A'.repeat(86)}`;

/** Each function's deadline, shortened to a number of milliseconds that no other has. */
const deadlines: Readonly<Record<string, Deadline>> = {
  auth: requestDeadline,
  batch: batchDeadline,
  sync: syncDeadline,
};
const respondWithinOf = (name: string): number => RESPOND_WITHIN + Object.keys(deadlines).indexOf(name);

const pending = Promise.withResolvers<never>();
let service: RunningService;

beforeAll(async () => {
  for (const [name, deadline] of Object.entries(deadlines))
    Object.assign(deadline, { respondWithinMilliseconds: respondWithinOf(name) });
  service = await runServiceWithRealDeadlines({ AWS_ENDPOINT_URL_DYNAMODB: useMemoryDatabase() });
  interceptDatabase(() => pending.promise);
});
afterAll(async () => {
  pending.reject(new Error('the tests have ended'));
  await service.stop();
});

it.each([
  ['auth', '/auth', { clientId: 'ckc_nobody', clientSecret: 'cks_wrong' }],
  ['batch', '/scheduling/checkin/batch', { items: [{ key: 'k', id: 1, date: '2026-11-21T08:00:00Z' }] }],
  ['sync', '/sync/users', { items: [{ id: 1 }] }],
])('The function %s responds at its own deadline, not earlier, if a call never ends', async (name, path, body) => {
  const startedAt = performance.now();
  const { status } = await post(`${service.url}${path}`, body, { Authorization: `Bearer ${accessToken}` });
  expect([status, takeErrors()]).toEqual([503, [`${name} 503`]]);
  expect(takeLog()).toContain(`no response within ${respondWithinOf(name)} ms`);
  expect(performance.now() - startedAt).toBeGreaterThan(RESPOND_WITHIN - 50);
});
