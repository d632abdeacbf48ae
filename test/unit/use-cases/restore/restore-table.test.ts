import { describe, expect, it } from '@jest/globals';
import type { AdminEntry } from '../../../../shared/domain/audit-entry.ts';
import type { CopiedItem, RestoreStores } from '../../../../shared/domain/restore.ts';
import type { CopyPage, RestorableTable } from '../../../../shared/domain/table-copy.ts';
import { restoreTable, type RestoreProgress } from '../../../../shared/use-cases/restore/restore-table.ts';
import { makeRules } from './rules.ts';

const NOW = 1_800_000_000_000;
const actor = { through: 'cli', id: 'olive' } as const;

const aPage = (share: number, ids: readonly string[], unreadable: CopyPage['unreadable'] = []): CopyPage => ({
  items: ids.map((id) => ({ id })),
  unreadable,
  share,
});

/** Reads an item as an entry of the log, or as a tombstone. The id says what happens to the item. */
const readItem = (_: RestorableTable, { id }: Readonly<Record<string, unknown>>): CopiedItem => {
  if (id === 'invalid') return { kind: 'invalid', reason: 'is no entry' };
  if (id === 'tombstone') return { kind: 'removal', item: { id } };
  return {
    kind: 'entry',
    item: { id },
    ...(id === 'expired' && { expiresAt: NOW }),
    ...(String(id).startsWith('removed') && { user: { companyId: 'acme', userId: Number(String(id).slice(-1)) } }),
  };
};

const restore = async (table: RestorableTable, rules: Parameters<typeof makeRules>[0], pages: readonly CopyPage[]) => {
  const written: Record<string, unknown[]> = {};
  const itemsOf = (name: RestorableTable) => ({
    arePresent: async (items: readonly object[]) => items.map((item) => (item as { id: unknown }).id === 'old'),
    create: async ({ id }: Readonly<Record<string, unknown>>) => (written[name] ??= []).push(id) > 0,
  });
  const stores = {
    readItem,
    itemsOf,
    findRemoved: async (users: readonly unknown[]) => users,
  } as unknown as RestoreStores;
  const entries: AdminEntry[] = [];
  const progress: RestoreProgress[] = [];
  const copy = {
    async *read() {
      yield* pages;
    },
  };
  const summary = await restoreTable(
    { stores, adminLog: { recordAdmin: async (entry) => void entries.push(entry) }, actor, now: () => NOW },
    { table, copy, from: 'copy-1', rules: makeRules(rules) },
    (step) => progress.push(step),
  );
  return { summary, entries, progress, written };
};

const pages = [
  aPage(0.5, ['new', 'old', 'removed-1', 'removed-2', 'expired']),
  aPage(1, ['invalid', 'newer', 'removed-1'], [{ line: 7, reason: 'is not a line of a backup' }]),
];

const summary = {
  read: 9,
  written: 2,
  unchanged: 1,
  expired: 1,
  refused: 3,
  failed: 2,
  refusals: [
    { reason: 'removed_user', name: 'acme/1', items: 2 },
    { reason: 'removed_user', name: 'acme/2', items: 1 },
  ],
  errors: [{ line: 7, reason: 'is not a line of a backup' }, { reason: 'is no entry' }],
};

describe('A restore of a table', () => {
  it('counts the outcomes of the items, and reports its progress after every page', async () => {
    const restored = await restore('log', {}, pages);
    expect(restored.summary).toEqual(summary);
    expect(restored.written).toEqual({ log: ['new', 'newer'] });
    expect(restored.progress).toEqual([
      {
        summary: {
          read: 5,
          written: 1,
          unchanged: 1,
          expired: 1,
          refused: 2,
          failed: 0,
          refusals: [
            { reason: 'removed_user', name: 'acme/1', items: 1 },
            { reason: 'removed_user', name: 'acme/2', items: 1 },
          ],
          errors: [],
        },
        share: 0.5,
      },
      { summary, share: 1 },
    ]);
  });

  it('writes to the table that is restored', async () => {
    expect((await restore('audit', {}, pages)).written).toEqual({ audit: ['new', 'newer'] });
  });

  it('writes tombstones without counting them, but not in a dry run', async () => {
    const tombstones = [aPage(1, ['tombstone'])];
    const restored = await restore('log', {}, tombstones);
    expect(restored).toMatchObject({ written: { log: ['tombstone'] }, summary: { read: 0, written: 0 } });
    expect((await restore('log', { dryRun: true }, tombstones)).written).toEqual({});
  });

  it('is recorded in the log of the deployment, with the options that the operator chose', async () => {
    const entry = {
      kind: 'admin',
      companyId: '',
      receivedAt: NOW,
      actor,
      action: 'backup.restore',
      target: { table: 'log', from: 'copy-1' },
    };
    expect((await restore('log', {}, [])).entries).toEqual([
      { ...entry, after: { overwrite: false, revivedUsers: [] } },
    ]);
    expect((await restore('log', { overwrite: true, reviveUsers: new Set(['acme/1', 'acme/2']) }, [])).entries).toEqual(
      [{ ...entry, after: { overwrite: true, revivedUsers: ['acme/1', 'acme/2'] } }],
    );
  });

  it('writes nothing in a dry run, but says what it would write', async () => {
    const { written, entries, summary: dry } = await restore('log', { dryRun: true }, pages);
    expect({ written, entries, dry }).toEqual({ written: {}, entries: [], dry: summary });
  });
});
