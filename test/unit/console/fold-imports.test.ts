import { describe, expect, it } from '@jest/globals';
import type { AdminLogEntry } from '../../../shared/console-api/log.ts';
import { foldImports } from '../../../lib/console/browser/pages/log/fold-imports.ts';

const entry = (minute: number, after: Record<string, number>, changes: Partial<AdminLogEntry> = {}): AdminLogEntry => ({
  kind: 'admin',
  receivedAt: new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString(),
  actor: { through: 'console', id: 'ana' },
  action: 'users.import',
  target: {},
  after,
  ...changes,
});

describe('The entries of one imported file', () => {
  it('are shown as the newest of them, with its totals', () => {
    const entries = [entry(9, { written: 1, failed: 2 }), entry(5, { written: 10 }), entry(1, { deleted: 3 })];
    expect(foldImports(entries)).toEqual([entry(9, { written: 11, failed: 2, deleted: 3 })]);
  });

  it.each([
    ['by somebody else', { actor: { through: 'console', id: 'gil' } }],
    ['of the other kind', { action: 'bookings.import' }],
    ['of another file', { target: { importId: 'second' } }],
    ['of something else', { action: 'clients.create' }],
  ] as const)('are not mixed with one %s', (_, changes) => {
    const entries = [entry(2, { written: 1 }), entry(1, { written: 1 }, changes)];
    expect(foldImports(entries)).toEqual(entries);
  });

  it('are not mixed with an import long before', () => {
    const entries = [entry(30, { written: 1 }), entry(1, { written: 1 })];
    expect(foldImports(entries)).toEqual(entries);
  });
});
