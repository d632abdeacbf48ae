import { describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiClientRegistry } from '../../../../shared/domain/api-client.ts';
import { createApiClient } from '../../../../shared/domain/api-client.ts';
import { listClients } from '../../../../shared/use-cases/clients/list-clients.ts';
import { makeInMemoryApiClients } from '../../../support/stores-in-memory.ts';

const companyId = 'acme';

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

describe('A page of API clients', () => {
  it('without a filter takes one read', async () => {
    const recorded = recordReads(makeClients(300, () => 'Gate'));
    await listClients(recorded, { companyId, limit: 5 });
    expect(recorded.reads).toEqual([5]);
  });

  it('with a filter takes few reads, however small the page', async () => {
    const recorded = recordReads(makeClients(250, (index) => (index === 249 ? 'North gate' : 'Gate')));
    const page = await listClients(recorded, { companyId, nameOrIdContains: 'NORTH', limit: 1 });
    expect(page).toEqual({ items: [expect.objectContaining({ name: 'North gate' })] });
    expect(recorded.reads).toEqual([100, 100, 100]);
  });

  it('ends after ten reads, with the position at which the next page starts', async () => {
    const recorded = recordReads(makeClients(1_001, (index) => (index === 1_000 ? 'North gate' : 'Gate')));
    const page = await listClients(recorded, { companyId, nameOrIdContains: 'north', limit: 1 });
    expect(page).toEqual({ items: [], next: { clientId: 'ckc_999', createdAt: 999 } });
    expect(recorded.reads).toHaveLength(10);
  });

  it.each([
    ['before the last client', 3, 2, { clientId: 'ckc_1', createdAt: 1 }],
    ['at the last client', 3, 3, undefined],
    ['at the last client of a read', 101, 100, { clientId: 'ckc_99', createdAt: 99 }],
  ])('has the right next position if it becomes full %s', async (_, count, limit, next) => {
    const recorded = recordReads(makeClients(count, () => 'North'));
    const page = await listClients(recorded, { companyId, nameOrIdContains: 'north', limit });
    expect([page.items.length, page.next]).toEqual([limit, next]);
  });

  it('has only clients whose name or id contains the text', async () => {
    const clients = makeClients(4, (index) => (index < 3 ? 'North' : 'South'));
    const list = async (nameOrIdContains: string) => {
      const page = await listClients(recordReads(clients), { companyId, nameOrIdContains, limit: 9 });
      return page.items.map(({ clientId }) => clientId);
    };
    expect(await list('north')).toEqual(['ckc_0', 'ckc_1', 'ckc_2']);
    expect(await list('CKC_3')).toEqual(['ckc_3']);
  });
});
