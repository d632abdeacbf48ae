import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createApiClient } from '../../shared/domain/api-client.ts';
import { runServiceInMemory, type RunningService } from '../support/running-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const HOUR = 60 * 60_000;
let service: RunningService;

beforeAll(async () => {
  service = await runServiceInMemory({ HOUSEKEEPING_SECONDS: '1' });
});
afterAll(() => service.stop());

it('Housekeeping runs in the local service too, and marks a client as silent until the client logs in', async () => {
  const { clients } = service.stores;
  const properties = { companyId: 'acme', name: 'Gate', silentAfterHours: 1 };
  const { client, clientSecret } = createApiClient(properties, Date.now() - 3 * HOUR);
  await clients.create(client);
  const isSilent = async () => (await clients.find(client.clientId))?.silentSince !== undefined;
  await waitUntil(isSilent);
  await service.logIn({ ...client, clientSecret });
  await waitUntil(async () => !(await isSilent()));
  expect((await clients.find(client.clientId))?.revision).toBe(client.revision);
});
