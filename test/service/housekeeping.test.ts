import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createApiClient } from '../../shared/domain/api-client.ts';
import { removeUser } from '../../shared/use-cases/users/remove-user.ts';
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

it('Housekeeping deletes the log entry of a check-in in progress if its user has just been removed', async () => {
  const { users, bookings, log } = service.stores;
  const user = { companyId: 'acme', userId: 42 };
  await users.save({ companyId: 'acme', id: 42 });
  await removeUser({ users, bookings, log, actor: { through: 'cli', id: 'olive' }, now: Date.now }, user);
  await log.recordCheckins([
    {
      kind: 'checkin',
      companyId: 'acme',
      receivedAt: Date.now(),
      requestId: 'in-flight',
      clientId: 'gate',
      identifiers: {},
      userId: 42,
      at: Date.now(),
      statusCode: 200,
      code: 'nothing_open',
      checkinCount: 0,
      bookings: [],
    },
  ]);
  const listKinds = async () => (await log.listByUser(user, {}, { limit: 9 })).entries.map(({ kind }) => kind);
  await waitUntil(async () => !(await listKinds()).includes('checkin'));
  expect(await listKinds()).toEqual(['admin']);
});
