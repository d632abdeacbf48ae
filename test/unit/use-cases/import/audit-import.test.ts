import { describe, expect, it } from '@jest/globals';
import { combineAttempts, type ImportLog, type OtherAttempts } from '../../../../shared/domain/audit-entry.ts';
import type { Applied, Attempt, RecordOutcome } from '../../../../shared/use-cases/import/apply-records.ts';
import type { UserRef } from '../../../../shared/domain/user.ts';
import { auditImport } from '../../../../shared/use-cases/import/audit-import.ts';
import { auditUser } from '../../../../shared/use-cases/users/remove-user.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const actor = { through: 'console', id: 'ana' } as const;
const digest = 'abc';
const refused: RecordOutcome = { outcome: 'refused', reasons: [] };

type Logged = 'applied' | readonly ['begin' | 'new' | 'stop' | 'end', string, object];

const first: OtherAttempts = { requestIds: [], counts: [] };

const start = (
  applied: Applied,
  companyId?: string,
  earlier: OtherAttempts | 'taken' = first,
  created: readonly UserRef[] = [],
  changes: Partial<ImportLog> = {},
) => {
  const logged: Logged[] = [];
  const log: ImportLog = {
    async beginImport(entry, part) {
      logged.push(['begin', entry.companyId, { ...entry, ...part }]);
      return earlier === 'taken' ? undefined : earlier;
    },
    async recordNewUsers({ companyId: company, importId }, userIds) {
      logged.push(['new', company, { importId, userIds }]);
    },
    async recordPartEnd({ companyId: company, importId }, { part, counts, isStopped }) {
      logged.push([isStopped ? 'stop' : 'end', company, { importId, part, ...counts }]);
    },
  };
  const attempts: unknown[] = [];
  const apply = async (_: readonly unknown[], attempt?: Attempt) => {
    attempts.push(attempt);
    for (const user of created) attempt?.noteNewUser?.(user);
    logged.push('applied');
    return applied;
  };
  const importer = auditImport(
    { actor, now: () => NOW, log: { ...log, ...changes } },
    { kind: 'users', companyId, apply },
    { action: 'users.import', importId: 'i1', fileName: 'staff.csv', part: 2, digest },
  );
  return { importer, logged, attempts };
};

const beginOf = (companyId: string): Logged => [
  'begin',
  companyId,
  {
    kind: 'admin',
    companyId,
    receivedAt: NOW,
    actor,
    action: 'users.import',
    target: { importId: 'i1' },
    fileName: 'staff.csv',
    part: 2,
    digest,
  },
];
const endOf = (companyId: string, totals: object, end: 'end' | 'stop' = 'end'): Logged => [
  end,
  companyId,
  { importId: 'i1', part: 2, written: 0, unchanged: 0, deleted: 0, failed: 0, ...totals },
];

describe('An import in the log', () => {
  it('begins before the first record and ends with the totals, in which every bad line counts', async () => {
    const outcomes = [{ outcome: 'written' }, { outcome: 'unchanged' }, { outcome: 'deleted' }, refused] as const;
    const { importer, logged } = start({ outcomes }, 'acme');
    await importer.apply([{}, {}, {}, {}]);
    await importer.apply([{}, {}, {}, {}]);
    await importer.finish(5);
    expect(logged).toEqual([
      beginOf('acme'),
      'applied',
      'applied',
      endOf('acme', { written: 2, unchanged: 2, deleted: 2, failed: 5 }),
    ]);
  });

  it('is there even if no line of the file can be read, but not for a part without lines or a company', async () => {
    const { importer, logged } = start({ outcomes: [] }, 'acme');
    await importer.finish(3);
    expect(logged).toEqual([beginOf('acme'), endOf('acme', { failed: 3 })]);
    const [empty, anonymous] = [start({ outcomes: [] }, 'acme'), start({ outcomes: [] })];
    await empty.importer.finish();
    await anonymous.importer.finish(3);
    expect([empty.logged, anonymous.logged]).toEqual([[], []]);
  });

  it('is separate for each company, and a bad line without a company counts for each', async () => {
    const outcomes = [
      { outcome: 'written' },
      { outcome: 'unchanged' },
      refused,
      refused,
      { outcome: 'unchanged' },
    ] as const;
    const { importer, logged } = start({ outcomes });
    await importer.apply([
      { companyId: 'acme' },
      { companyId: 'globex' },
      { companyId: 7 },
      'acme',
      { companyId: 'acme' },
    ]);
    expect(await importer.finish(2)).toEqual({ written: 1, unchanged: 2, deleted: 0, failed: 4 });
    expect(logged).toEqual([
      beginOf('acme'),
      beginOf('globex'),
      'applied',
      endOf('acme', { written: 1, unchanged: 1, failed: 2 }),
      endOf('globex', { unchanged: 1, failed: 2 }),
    ]);
  });

  const created = ['acme', 'globex', 'acme'].map((companyId, index) => ({ companyId, userId: index + 1 }));

  it('names whom it has created in each company', async () => {
    const { importer, logged } = start({ outcomes: [] }, undefined, first, created);
    await importer.apply([]);
    expect(logged).toEqual([
      'applied',
      ['new', 'acme', { importId: 'i1', userIds: [1, 3] }],
      ['new', 'globex', { importId: 'i1', userIds: [2] }],
    ]);
  });

  it('fails if it cannot name them, unless an earlier error has stopped it', async () => {
    const changes = { recordNewUsers: () => Promise.reject(new Error('away')) };
    const stoppedBy = new Error('cut');
    const [whole, stopped] = [{}, { stoppedBy }].map((end) =>
      start({ outcomes: [], ...end }, undefined, first, created, changes).importer.apply([]),
    );
    await expect(whole).rejects.toThrow('away');
    expect(await stopped).toMatchObject({ stoppedBy });
  });

  it('counts the records that were applied before the import stopped', async () => {
    const { importer, logged } = start({ outcomes: [{ outcome: 'written' }, undefined], stoppedBy: 'away' }, 'acme');
    expect(await importer.apply([{}, {}])).toMatchObject({ stoppedBy: 'away' });
    expect(logged).toEqual([beginOf('acme'), 'applied', endOf('acme', { written: 1 }, 'stop')]);
  });

  it('returns what all attempts have done together, and records what this one has done', async () => {
    const counts = [{ written: 1, unchanged: 0, deleted: 1, failed: 0 }];
    const now = ['written', 'written', 'unchanged', 'unchanged', 'deleted'] as const;
    const outcomes = [...now.map((outcome) => ({ outcome })), refused];
    const { importer, logged, attempts } = start({ outcomes }, 'acme', { requestIds: ['r1'], counts });
    await importer.apply([{}, {}, {}, {}, {}, {}]);
    expect(attempts).toEqual([{ begunAt: NOW, earlierRequestIds: ['r1'], noteNewUser: expect.any(Function) }]);
    expect(await importer.finish()).toEqual({ written: 2, unchanged: 1, deleted: 2, failed: 1 });
    expect(logged.at(-1)).toEqual(endOf('acme', { written: 2, unchanged: 2, deleted: 1, failed: 1 }));
  });

  it('changes nothing if it is somebody else’s', async () => {
    const { importer, logged } = start({ outcomes: [] }, 'acme', 'taken');
    await expect(importer.apply([{}])).rejects.toMatchObject({ code: 'import_id_taken' });
    expect(logged).toEqual([beginOf('acme')]);
  });
});

describe('All attempts at a part together', () => {
  const of = (written: number, unchanged: number, deleted: number, failed = 0) => ({
    written,
    unchanged,
    deleted,
    failed,
  });

  it.each([
    ['have done nothing if there is none', [], of(0, 0, 0)],
    ['have done what the only one has done', [of(1, 2, 3, 4)], of(1, 2, 3, 4)],
    ['count a line that a repeat finds written once', [of(5, 2, 2, 1), of(5, 4, 0, 1)], of(5, 2, 2, 1)],
    ['count what one that stopped has written and deleted', [of(2, 0, 3), of(5, 5, 2)], of(5, 2, 5)],
    [
      'have deleted what each has deleted of the same lines at the same time',
      [of(0, 82, 18), of(0, 18, 82)],
      of(0, 0, 100),
    ],
    ['count a line that each of them deletes and writes again once', [of(1, 0, 1), of(1, 0, 1)], of(1, 0, 1)],
  ])('%s', (_, attempts, all) => {
    expect(combineAttempts(attempts)).toEqual(all);
  });
});

describe('The log entry of a change to a person', () => {
  const audit = { actor, now: () => NOW };
  const ada = { companyId: 'acme', id: 1, name: 'Ada', uid: 'E-1', email: 'ada@example.com', devices: [] };
  const entriesOf = (before: typeof ada | undefined, after: object | undefined, importId?: string) =>
    auditUser(audit, importId).entries?.(before, after as typeof ada | undefined);
  const common = { kind: 'admin', companyId: 'acme', receivedAt: NOW, actor };

  it('has what changed, before and after, if a badge or the e-mail address changed', () => {
    const target = { userId: 1, importId: 'i1' };
    const after = { ...ada, name: 'Ada L.', uid: 'E-2', uids: ['E-2', 'E-3'], email: undefined };
    expect(entriesOf(ada, after, 'i1')).toEqual([
      {
        ...common,
        action: 'users.update',
        target,
        before: { name: 'Ada', uids: ['E-1'], email: 'ada@example.com' },
        after: { name: 'Ada L.', uids: ['E-2', 'E-3'], email: undefined },
      },
    ]);
  });

  it('is there if only the e-mail address changed', () => {
    expect(entriesOf(ada, { ...ada, email: 'a@example.com' })).toMatchObject([{ after: { email: 'a@example.com' } }]);
  });

  it('says that the person was removed, and has no importId if no import removed the person', () => {
    const [removed] = entriesOf(ada, undefined) ?? [];
    expect(removed).toEqual({ ...common, action: 'users.remove', target: { userId: 1 } });
    expect(removed?.target).not.toHaveProperty('importId');
    expect(removed).not.toHaveProperty('requestId');
    const entries = auditUser({ ...audit, requestId: 'r' }).entries?.(ada, undefined);
    expect(entries).toMatchObject([{ requestId: 'r' }]);
  });

  it.each([
    ['a new person', undefined, ada],
    ['a change of only the name and the language', ada, { ...ada, name: 'Ada Lovelace', language: 'es' }],
  ])('is absent for %s', (_, before, after) => {
    expect(entriesOf(before, after)).toEqual([]);
  });
});
