import { mock } from 'node:test';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startHousekeeping } from '../../lib/local/housekeeping.ts';
import { createApiClient } from '../../shared/domain/api-client.ts';
import { runServiceInMemory, type RunningService } from '../support/running-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const HOUR = 60 * 60_000;
let service: RunningService;

const written: string[] = [];

beforeAll(async () => {
  Object.assign(process.env, { POWERTOOLS_METRICS_DISABLED: 'false' });
  mock.method(process.stdout, 'write', (line: string) => written.push(line) > 0);
  service = await runServiceInMemory({ HOUSEKEEPING_SECONDS: '1' });
});
afterAll(async () => {
  mock.restoreAll();
  await service.stop();
});

it('Housekeeping runs in the local service too, and marks a client as silent until the client logs in', async () => {
  const { clients } = service.stores;
  const properties = { companyId: 'acme', name: 'Gate', silentAfterHours: 1 };
  const { client, clientSecret } = createApiClient(properties, Date.now() - 3 * HOUR);
  await clients.create(client);
  const isSilent = async () => (await clients.find(client.clientId))?.silentSince !== undefined;
  await waitUntil(isSilent);
  await waitUntil(() => written.some((line) => line.includes('"ClientsSilent":1')));
  await service.logIn({ ...client, clientSecret });
  await waitUntil(async () => !(await isSilent()));
  expect(await clients.find(client.clientId)).toMatchObject({
    revision: client.revision,
    silences: [{ from: client.createdAt, until: expect.any(Number) }],
  });
});

it('Housekeeping on one machine pauses between two runs, and goes on after a failed run', async () => {
  const startedAt = performance.now();
  const { promise: thirdFailure, resolve } = Promise.withResolvers<void>();
  let failures = 0;
  const stop = startHousekeeping({
    everySeconds: 0.1,
    load: () => Promise.reject(new Error('away')),
    onFailure: () => {
      failures += 1;
      if (failures === 3) resolve();
    },
  });
  await thirdFailure;
  expect(performance.now() - startedAt).toBeGreaterThan(250);
  await stop();
});
