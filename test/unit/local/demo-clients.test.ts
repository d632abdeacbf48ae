import { describe, expect, it } from '@jest/globals';
import { seedDemoClients } from '../../../lib/local/demo/demo-clients.ts';
import { statusOf } from '../../../shared/domain/client-watch.ts';
import { makeInMemoryApiClients } from '../../support/stores-in-memory.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const listOf = async (clients: ReturnType<typeof makeInMemoryApiClients>) =>
  (await clients.listByCompany('demo', { limit: 1_000 })).items;

describe('The additional API clients of the demo', () => {
  it.each([
    ['at noon', NOON, '2026-11-21T07:40:00.000Z'],
    ['right after midnight', Date.UTC(2026, 10, 21, 0, 0, 1), '2026-11-20T07:40:00.000Z'],
  ])('include every status if created %s; ten were last seen at 07:40', async (_, now, fellSilentAt) => {
    const clients = makeInMemoryApiClients();
    await seedDemoClients(clients, 200, now);
    const items = await listOf(clients);
    const counts = Object.fromEntries(
      [...Map.groupBy(items, (client) => statusOf(client, now))].map(([status, group]) => [status, group.length]),
    );
    expect(counts).toEqual({ enabled: 155, silent: 15, ends: 5, two_secrets: 10, never: 10, disabled: 5 });
    const silent = items.filter((client) => statusOf(client, now) === 'silent');
    expect(silent.filter(({ lastSeenAt = 0 }) => new Date(lastSeenAt).toISOString() === fellSilentAt)).toHaveLength(10);
    expect(new Set(items.map(({ name }) => name)).size).toBe(200);
  });

  it('do not change at the next start', async () => {
    const clients = makeInMemoryApiClients();
    await seedDemoClients(clients, 5, NOON);
    const before = await listOf(clients);
    await seedDemoClients(clients, 6, NOON + 60_000);
    const after = await listOf(clients);
    expect(after).toHaveLength(6);
    expect(after).toEqual(expect.arrayContaining([...before]));
  });
});
