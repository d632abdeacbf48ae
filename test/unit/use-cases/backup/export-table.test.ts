import { describe, expect, it } from '@jest/globals';
import type { AdminEntry } from '../../../../shared/domain/audit-entry.ts';
import type { CopiedItem } from '../../../../shared/domain/restore.ts';
import type { StoredItem, TableCopy } from '../../../../shared/domain/table-copy.ts';
import { exportTable } from '../../../../shared/use-cases/backup/export-table.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const actor = { through: 'cli', id: 'olive' } as const;
const user = { companyId: 'acme', userId: 42 };
const period = { checkinOpensAt: NOW, noShowAt: NOW + 1_000 };

const toFile = async (table: 'users' | 'bookings' | 'clients', pages: readonly (readonly CopiedItem[])[]) => {
  const all = pages.map((page) => page.map((copied): StoredItem => ({ copied })));
  const source: TableCopy = {
    async *read() {
      for (const [index, items] of all.entries()) yield { items, unreadable: [], share: (index + 1) / all.length };
    },
  };
  const entries: AdminEntry[] = [];
  const lines: unknown[] = [];
  const progress: unknown[] = [];
  const written = await exportTable(
    {
      log: { recordAdmin: async (entry) => void entries.push(entry) },
      actor,
      now: () => NOW,
      readItem: (_, { copied }) => copied as CopiedItem,
      toLine: (_, importable) => JSON.stringify(importable),
    },
    table,
    source,
    async (newLines) => void lines.push(...newLines.map((line) => JSON.parse(line) as unknown)),
    (step) => progress.push(step),
  );
  return { entries, lines, progress, written };
};

describe('An export', () => {
  it('of users has the fields that an import reads, and leaves out claims, search items and tombstones', async () => {
    const { devices, ...ada } = { companyId: 'acme', id: 42, uid: 'E-1', devices: ['arn:phone'] };
    const { lines, progress, written } = await toFile('users', [
      [{ kind: 'derived' }, { kind: 'user', user: { ...ada, devices }, item: {} }],
      [{ kind: 'removal', item: {} }],
      [{ kind: 'user', user: { companyId: 'acme', id: 43, devices: [] }, item: {} }],
    ]);
    expect(lines).toEqual([ada, { companyId: 'acme', id: 43 }]);
    expect(written).toBe(2);
    expect(progress).toEqual([
      { written: 1, share: 1 / 3 },
      { written: 1, share: 2 / 3 },
      { written: 2, share: 1 },
    ]);
  });

  it('of bookings has the fields that an import reads', async () => {
    const booking = { user, bookingId: 'desk', kind: 'position', openSince: NOW, ...period } as const;
    const { lines } = await toFile('bookings', [
      [
        { kind: 'booking', booking: { ...booking, name: 'Desk 7' }, item: {} },
        { kind: 'booking', booking, item: {} },
      ],
    ]);
    const line = {
      companyId: 'acme',
      userId: 42,
      bookingId: 'desk',
      kind: 'position',
      checkinOpensAt: '2026-11-21T08:00:00.000Z',
      noShowAt: '2026-11-21T08:00:01.000Z',
    };
    expect(lines).toEqual([{ ...line, name: 'Desk 7' }, line]);
  });

  it('of clients, which no import reads, has lines without fields, and is recorded in the deployment’s log', async () => {
    const { lines, entries } = await toFile('clients', [[{ kind: 'invalid', reason: 'x' }]]);
    expect(lines).toEqual([{}]);
    expect(entries).toEqual([
      {
        kind: 'admin',
        companyId: '',
        receivedAt: NOW,
        actor,
        action: 'backup.export',
        target: { table: 'clients' },
      },
    ]);
  });
});
