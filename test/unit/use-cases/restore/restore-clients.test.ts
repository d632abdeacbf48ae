import { describe, expect, it } from '@jest/globals';
import type { AdminEntry } from '../../../../shared/domain/audit-entry.ts';
import { createApiClient, type ApiClient } from '../../../../shared/domain/api-client.ts';
import type { StoredItem } from '../../../../shared/domain/table-copy.ts';
import type { TokenFamily } from '../../../../shared/domain/token-family.ts';
import { makeRestoreClients, type ClientRestoreStores } from '../../../../shared/use-cases/restore/restore-clients.ts';
import { makeInMemoryApiClients } from '../../../support/stores-in-memory.ts';
import { makeRules } from './rules.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const { client: gate } = createApiClient({ companyId: 'acme', name: 'Gate', clientId: 'ckc_gate' }, NOW - 1_000);

const aFamily = (changes: Partial<TokenFamily> = {}): TokenFamily => ({
  familyId: 'family',
  clientId: 'ckc_gate',
  generations: [
    { number: 0, issuedAt: NOW, accessKeyId: 'a', refreshKeyId: 'r', scopes: ['checkin'], revocationNumber: 0 },
  ],
  expiresAt: NOW + 1,
  revoked: false,
  ...changes,
});

const copyOf = {
  client: (client: ApiClient) => ({ kind: 'client', client }) as const,
  family: (family: TokenFamily) => ({ kind: 'family', family, item: { id: family.familyId } }) as const,
};

interface ExistingItems {
  readonly clients?: readonly ApiClient[];
  readonly families?: readonly TokenFamily[];
  readonly entries?: readonly AdminEntry[];
}

const open = async ({ clients = [], families = [], entries = [] }: ExistingItems = {}) => {
  const apiClients = makeInMemoryApiClients();
  for (const client of clients) await apiClients.create(client);
  const created: StoredItem[] = [];
  const historyReads: string[] = [];
  const stores: ClientRestoreStores = {
    apiClients,
    families: {
      find: async (_, familyId) => families.find((family) => family.familyId === familyId),
    },
    itemsOf: () => ({ arePresent: async () => [], create: async (item) => created.push(item) > 0 }),
    listAdminEntries: async (companyId) => {
      historyReads.push(companyId);
      return entries;
    },
  };
  return { stores, created, historyReads, find: () => apiClients.find('ckc_gate') };
};

const refused = (reason: string, name = 'ckc_gate') => ({ outcome: 'refused', refusals: [{ reason, name }] });
const written = expect.objectContaining({ outcome: 'written' });

describe('A copy of a client', () => {
  it('is written if the client does not exist, and the company’s log is read only once', async () => {
    const { stores, find, historyReads } = await open();
    const other = { ...gate, clientId: 'ckc_other' };
    const restore = makeRestoreClients(stores, makeRules(), NOW);
    expect(await restore([copyOf.client(gate), copyOf.client(other)])).toEqual([written, written]);
    expect(await find()).toEqual({ ...gate, revision: 2 });
    expect(historyReads).toEqual(['acme']);
    expect(await restore([copyOf.client(gate)])).toEqual([{ outcome: 'unchanged' }]);
  });

  it('changes an existing client only with overwrite, and never in a dry run', async () => {
    const { stores, find } = await open({ clients: [gate] });
    const copy = copyOf.client({ ...gate, name: 'Door' });
    const restore = async (rules: object) => makeRestoreClients(stores, makeRules(rules), NOW)([copy]);
    expect(await restore({})).toMatchObject([{ outcome: 'unchanged' }]);
    expect(await restore({ overwrite: true, dryRun: true })).toEqual([written]);
    expect(await find()).toEqual(gate);
    expect(await restore({ overwrite: true })).toEqual([written]);
    expect(await find()).toMatchObject({ name: 'Door' });
    expect(await restore({ overwrite: true })).toEqual([{ outcome: 'unchanged', refusals: [] }]);
  });

  it('is not written in a dry run, but copies of its token families are handled as if the client existed', async () => {
    const { stores, created, find } = await open();
    const restore = makeRestoreClients(stores, makeRules({ dryRun: true }), NOW);
    expect(await restore([copyOf.client(gate), copyOf.family(aFamily())])).toEqual([written, written]);
    expect([created, await find()]).toEqual([[], undefined]);
  });

  it('changes nothing if the client is created meanwhile, and is refused if it is changed meanwhile', async () => {
    const { stores } = await open({ clients: [gate] });
    const restore = async (apiClients: object, rules: object = {}) =>
      makeRestoreClients(
        { ...stores, apiClients: { ...stores.apiClients, ...apiClients } },
        makeRules(rules),
        NOW,
      )([copyOf.client({ ...gate, name: 'Door' })]);
    expect(await restore({ find: async () => undefined })).toEqual([{ outcome: 'unchanged' }]);
    const changed = await restore({ replace: async () => undefined }, { overwrite: true });
    expect(changed).toEqual([refused('changed_meanwhile')]);
  });
});

describe('A copy of a token family', () => {
  const restoreFamily = async (existing: ExistingItems, rules: object = {}, family = aFamily()) => {
    const { stores, created } = await open(existing);
    const [outcome] = await makeRestoreClients(stores, makeRules(rules), NOW)([copyOf.family(family)]);
    return { outcome, created: created.length };
  };
  const clients = [gate];
  const revoked = [aFamily({ revoked: true })];
  const notCreated = { created: 0 };

  it('is written if the family does not exist but its client does', async () => {
    expect(await restoreFamily({ clients })).toEqual({ outcome: written, created: 1 });
    expect(await restoreFamily({ clients }, { dryRun: true })).toEqual({ ...notCreated, outcome: written });
    expect(await restoreFamily({})).toEqual({ ...notCreated, outcome: refused('deleted_client') });
  });

  it('counts as unchanged if another restore wrote it first', async () => {
    const { stores } = await open({ clients });
    const itemsOf = () => ({ ...stores.itemsOf('clients'), create: async () => false });
    const restore = makeRestoreClients({ ...stores, itemsOf }, makeRules({}), NOW);
    expect(await restore([copyOf.family(aFamily())])).toEqual([{ outcome: 'unchanged' }]);
  });

  it('counts as expired from the instant at which it expires', async () => {
    expect(await restoreFamily({ clients }, {}, aFamily({ expiresAt: NOW }))).toMatchObject({
      ...notCreated,
      outcome: { outcome: 'expired' },
    });
  });

  it('changes no existing family', async () => {
    const unchanged = { ...notCreated, outcome: { outcome: 'unchanged' } };
    expect(await restoreFamily({ clients, families: [aFamily()] }, { overwrite: true })).toEqual(unchanged);
    expect(await restoreFamily({ clients, families: revoked })).toEqual(unchanged);
    const copy = aFamily({ revoked: true });
    expect(await restoreFamily({ clients, families: revoked }, { overwrite: true }, copy)).toEqual(unchanged);
    const stillRevoked = { ...notCreated, outcome: refused('revoked_family', 'family') };
    expect(await restoreFamily({ clients, families: revoked }, { overwrite: true })).toEqual(stillRevoked);
  });
});
