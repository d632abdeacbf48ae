import { describe, expect, it } from '@jest/globals';
import type { AdminLogEntry } from '../../../shared/console-api/log.ts';
import { foldImports } from '../../../lib/console/browser/pages/log/fold-imports.ts';

const entry = (
  action: string,
  after: Record<string, number | string>,
  target: AdminLogEntry['target'] = { importId: 'a' },
): AdminLogEntry => ({
  kind: 'admin',
  receivedAt: '2026-11-21T08:00:00.000Z',
  actor: { through: 'console', id: 'ana' },
  action,
  target,
  after,
});
const begin = entry('users.import-begin', { digest: 'd', lines: 2 });
const badge = entry('users.change-identifiers', { uid: 'B' }, { importId: 'a', userId: 1 });

describe('The entries of one import', () => {
  it('are shown as one entry, with the totals of all chunks and the number of identifier changes', () => {
    const removal = entry('users.remove', {}, { importId: 'a', userId: 2 });
    const first = entry('users.import', { written: 10, failed: 2 });
    const second = entry('users.import', { written: 1, deleted: 3 });
    expect(foldImports([second, removal, badge, begin, first, badge, begin])).toEqual([
      entry('users.import', { written: 11, failed: 2, deleted: 3, changed: 2 }),
    ]);
  });

  it('are shown as the begin entry if the import was interrupted', () => {
    expect(foldImports([badge, badge, begin])).toEqual([begin]);
  });

  it('are not mixed with the entries of another import or with other changes', () => {
    const others = [
      entry('users.import', { written: 1 }, { importId: 'b' }),
      entry('users.change-identifiers', {}, { userId: 1 }),
      entry('users.change-identifiers', {}, { userId: 1 }),
    ];
    expect(foldImports([entry('users.import', { written: 1 }), ...others])).toHaveLength(4);
  });
});
