import { describe, expect, it } from '@jest/globals';
import type { StoredItem } from '../../../../shared/domain/table-copy.ts';
import { makeRestoreEntries } from '../../../../shared/use-cases/restore/restore-entries.ts';
import { makeRules } from './rules.ts';

const NOW = 1_800_000_000_000;
const user = { companyId: 'acme', userId: 42 };

const open = (present: readonly string[] = []) => {
  const created: unknown[] = [];
  const asked: unknown[] = [];
  const stores = {
    entryRestore: {
      arePresent: async (items: readonly StoredItem[]) => items.map(({ id }) => present.includes(id as string)),
      create: async ({ id }: StoredItem) => {
        if (present.includes(id as string)) return false;
        created.push(id);
        return true;
      },
    },
    findRemoved: async (users: readonly unknown[]) => {
      asked.push(...users);
      return [user];
    },
  };
  return { stores, created, asked };
};

const anEntry = (id: string, more: object = {}) => ({ kind: 'entry', item: { id }, ...more }) as const;

describe('Copies of entries', () => {
  it.each([
    [{}, ['new']],
    [{ dryRun: true }, []],
  ])('are written if they are missing: %j', async (given, written) => {
    const { stores, created } = open(['old']);
    const restore = makeRestoreEntries(stores, makeRules(given), NOW);
    const outcomes = await restore([anEntry('old'), { kind: 'invalid', reason: 'x' }, anEntry('new')]);
    expect(outcomes).toEqual([{ outcome: 'unchanged' }, { outcome: 'written' }]);
    expect(created).toEqual(written);
  });

  it('are unchanged if another restore was faster', async () => {
    const { stores } = open();
    const entryRestore = { ...stores.entryRestore, create: async () => false };
    const restore = makeRestoreEntries({ ...stores, entryRestore }, makeRules(), NOW);
    expect(await restore([anEntry('new')])).toEqual([{ outcome: 'unchanged' }]);
  });

  it('are expired from their end on', async () => {
    const { stores, created } = open();
    const restore = makeRestoreEntries(stores, makeRules(), NOW);
    const items = [anEntry('over', { expiresAt: NOW }), anEntry('kept', { expiresAt: NOW + 1 })];
    expect(await restore(items)).toEqual([{ outcome: 'expired' }, { outcome: 'written' }]);
    expect(created).toEqual(['kept']);
  });

  it('about a removed user are refused, unless the operator names the user', async () => {
    const { stores, created, asked } = open();
    const other = { ...user, userId: 43 };
    const items = [anEntry('a', { user }), anEntry('b', { user }), anEntry('c', { user: other })];
    const refused = { outcome: 'refused', refusals: [{ reason: 'removed_user', name: 'acme/42' }] };
    const restore = makeRestoreEntries(stores, makeRules(), NOW);
    expect(await restore(items)).toEqual([refused, refused, { outcome: 'written' }]);
    expect([created, asked]).toEqual([['c'], [user, other]]);
    const revive = makeRestoreEntries(stores, makeRules({ reviveUsers: new Set(['acme/42']) }), NOW);
    expect(await revive(items.slice(0, 1))).toEqual([{ outcome: 'written' }]);
  });
});
