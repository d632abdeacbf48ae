import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ApiClient, ApiClientRegistry, ClientPosition } from '../../../../shared/domain/api-client.ts';
import { createApiClient } from '../../../../shared/domain/api-client.ts';
import type { ClientStatus } from '../../../../shared/rules/api-clients.ts';
import { listClients } from '../../../../shared/use-cases/clients/list-clients.ts';
import { makeInMemoryApiClients } from '../../../support/stores-in-memory.ts';

const companyId = 'acme';
const NOW = Date.UTC(2026, 10, 21, 8);

const makeClients = (count: number, nameOf: (index: number) => string): ApiClient[] =>
  Array.from(
    { length: count },
    (_, index) => createApiClient({ companyId, name: nameOf(index), clientId: `ckc_${index}` }, index).client,
  );

/** Records the limit of each read of the list. */
const recordReads = (clients: readonly ApiClient[]) => {
  const registry = makeInMemoryApiClients(clients);
  const reads: number[] = [];
  const listByCompany: ApiClientRegistry['listByCompany'] = (company, page) => {
    reads.push(page.limit);
    return registry.listByCompany(company, page);
  };
  return { reads, listByCompany };
};

const readAll = async (
  clients: readonly ApiClient[],
  text: string | undefined,
  limit: number,
  status?: ClientStatus,
): Promise<string[]> => {
  const ids: string[] = [];
  let after: ClientPosition | undefined;
  do {
    const page = await listClients(
      recordReads(clients),
      { companyId, nameOrIdContains: text, status, limit, after },
      NOW,
    );
    expect(page.items.length).toBeLessThanOrEqual(limit);
    ids.push(...page.items.map(({ clientId }) => clientId));
    after = page.next;
  } while (after);
  return ids;
};

describe('A page of API clients', () => {
  it('without a filter takes one read', async () => {
    const recorded = recordReads(makeClients(300, () => 'Gate'));
    await listClients(recorded, { companyId, limit: 5 }, NOW);
    expect(recorded.reads).toEqual([5]);
  });

  it('with a filter takes few reads, however small the page', async () => {
    const recorded = recordReads(makeClients(250, (index) => (index === 249 ? 'North gate' : 'Gate')));
    const page = await listClients(recorded, { companyId, nameOrIdContains: 'NORTH', limit: 1 }, NOW);
    expect(page).toEqual({ items: [expect.objectContaining({ name: 'North gate' })] });
    expect(recorded.reads).toEqual([100, 100, 100]);
  });

  it('ends after ten reads, with the position at which the next page starts', async () => {
    const recorded = recordReads(makeClients(1_001, (index) => (index === 1_000 ? 'North gate' : 'Gate')));
    const page = await listClients(recorded, { companyId, nameOrIdContains: 'north', limit: 1 }, NOW);
    expect(page).toEqual({ items: [], next: { clientId: 'ckc_999', createdAt: 999 } });
    expect(recorded.reads).toHaveLength(10);
  });

  it.each([
    ['before the last client', 3, 2, { clientId: 'ckc_1', createdAt: 1 }],
    ['at the last client', 3, 3, undefined],
    ['at the last client of a read', 101, 100, { clientId: 'ckc_99', createdAt: 99 }],
  ])('has the right next position if it becomes full %s', async (_, count, limit, next) => {
    const recorded = recordReads(makeClients(count, () => 'North'));
    const page = await listClients(recorded, { companyId, nameOrIdContains: 'north', limit }, NOW);
    expect([page.items.length, page.next]).toEqual([limit, next]);
  });

  it('lists each client that matches the text and the status once, whatever the size of the pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('North', 'South', 'northern'), { maxLength: 230 }),
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom(undefined, 'north', 'ckc_1'),
        fc.constantFrom(undefined, 'never' as const, 'disabled' as const),
        async (names, limit, text, status) => {
          const clients = makeClients(names.length, (index) => names[index] ?? '').map((client, index) => ({
            ...client,
            enabled: index % 3 !== 0,
          }));
          const wanted = clients.filter(
            ({ name, clientId, enabled }) =>
              `${name} ${clientId}`.toLowerCase().includes(text ?? '') &&
              (status === undefined || (status === 'never') === enabled),
          );
          expect(await readAll(clients, text, limit, status)).toEqual(wanted.map(({ clientId }) => clientId));
        },
      ),
      { numRuns: 30 },
    );
  });
});
