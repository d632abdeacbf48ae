import { describe, expect, it } from '@jest/globals';
import type { AdminEntry } from '../../../../shared/domain/audit-entry.ts';
import type { Applied, RecordOutcome } from '../../../../shared/use-cases/import/apply-records.ts';
import { auditImport } from '../../../../shared/use-cases/import/audit-import.ts';
import { auditUser } from '../../../../shared/use-cases/users/remove-user.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const actor = { through: 'console', id: 'ana' } as const;
const source = { digest: 'abc', lines: 4 };
const refused: RecordOutcome = { outcome: 'refused', reason: 'id must be an integer' };

const start = (applied: Applied, companyId?: string) => {
  const log: (AdminEntry | 'applied')[] = [];
  const context = {
    actor,
    now: () => NOW,
    log: { recordAdmin: async (entry: AdminEntry) => void log.push(entry) },
  };
  const apply = async () => {
    log.push('applied');
    return applied;
  };
  const importer = auditImport(
    context,
    { kind: 'users', companyId, apply },
    { action: 'users.import', importId: 'i1', source },
  );
  return { importer, log };
};

const entry = (companyId: string, action: string, after: object) => ({
  kind: 'admin',
  companyId,
  receivedAt: NOW,
  actor,
  action,
  target: { importId: 'i1' },
  after,
});
const beginEntry = (companyId: string) => entry(companyId, 'users.import-begin', source);
const endEntry = (companyId: string, totals: object) =>
  entry(companyId, 'users.import', { written: 0, unchanged: 0, deleted: 0, failed: 0, ...totals });

describe('The log entries of an import', () => {
  it('are one before the first record and one with the totals at the end, even if there are several chunks', async () => {
    const outcomes = [{ outcome: 'written' }, { outcome: 'unchanged' }, { outcome: 'deleted' }, refused] as const;
    const { importer, log } = start({ outcomes }, 'acme');
    await importer.apply([{}, {}, {}, {}]);
    await importer.apply([{}, {}, {}, {}]);
    await importer.finish(3);
    expect(log).toEqual([
      beginEntry('acme'),
      'applied',
      'applied',
      endEntry('acme', { written: 2, unchanged: 2, deleted: 2, failed: 5 }),
    ]);
  });

  it('are separate for each company, and do not count records without a company', async () => {
    const outcomes = [{ outcome: 'written' }, { outcome: 'written' }, refused, refused, refused] as const;
    const { importer, log } = start({ outcomes });
    await importer.apply([
      { companyId: 'acme' },
      { companyId: 'globex' },
      { companyId: 7 },
      'acme',
      { companyId: 'acme' },
    ]);
    await importer.finish();
    expect(log).toEqual([
      beginEntry('acme'),
      beginEntry('globex'),
      'applied',
      endEntry('acme', { written: 1, failed: 1 }),
      endEntry('globex', { written: 1 }),
    ]);
  });

  it('count the records that were applied before the import stopped', async () => {
    const { importer, log } = start({ outcomes: [{ outcome: 'written' }, undefined], stoppedBy: 'away' }, 'acme');
    expect(await importer.apply([{}, {}])).toMatchObject({ stoppedBy: 'away' });
    await importer.finish();
    expect(log).toEqual([beginEntry('acme'), 'applied', endEntry('acme', { written: 1 })]);
  });
});

describe('The log entry of a change to a person', () => {
  const audit = { actor, now: () => NOW };
  const ada = { companyId: 'acme', id: 1, name: 'Ada', uid: 'E-1', email: 'ada@example.com', devices: [] };
  const entriesOf = (before: typeof ada | undefined, after: object | undefined, importId?: string) =>
    auditUser(audit, importId).entries?.(before, after as typeof ada | undefined);
  const common = { kind: 'admin', companyId: 'acme', receivedAt: NOW, actor };

  it('has the badges and the e-mail address before and after', () => {
    const target = { userId: 1, importId: 'i1' };
    const after = { ...ada, uid: 'E-2', uids: ['E-2', 'E-3'], email: undefined };
    expect(entriesOf(ada, after, 'i1')).toEqual([
      {
        ...common,
        action: 'users.change-identifiers',
        target,
        before: { uid: 'E-1', email: 'ada@example.com' },
        after: { uid: 'E-2', uids: ['E-2', 'E-3'] },
      },
    ]);
  });

  it('says that the person was removed, and has no importId if no import removed the person', () => {
    const [removed] = entriesOf(ada, undefined) ?? [];
    expect(removed).toEqual({ ...common, action: 'users.remove', target: { userId: 1 } });
    expect(removed?.target).not.toHaveProperty('importId');
  });

  it.each([
    ['a new person', undefined, ada],
    ['a change of only the name and the language', ada, { ...ada, name: 'Ada Lovelace', language: 'es' }],
  ])('is absent for %s', (_, before, after) => {
    expect(entriesOf(before, after)).toEqual([]);
  });
});
