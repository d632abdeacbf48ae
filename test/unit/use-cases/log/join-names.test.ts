import { describe, expect, it } from '@jest/globals';
import type { LogEntryView } from '../../../../shared/use-cases/log/log-entry-view.ts';
import { joinNames } from '../../../../shared/use-cases/log/join-names.ts';
import { makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

const companyId = 'acme';
const store = makeInMemoryUsers([
  { companyId, id: 1, name: 'Ada', devices: [] },
  { companyId, id: 2, devices: [] },
  { companyId: 'globex', id: 3, name: 'Gil', devices: [] },
]);

const checkin = (userId?: number) => ({ kind: 'checkin', userId }) as unknown as LogEntryView;
const action = (userId?: number) => ({ kind: 'admin', target: { userId } }) as unknown as LogEntryView;

describe('The names in a page of the log', () => {
  it('are the current names of the company’s users, and come from one read', async () => {
    const idsRead: number[][] = [];
    const users = {
      findAll: (refs: Parameters<typeof store.findAll>[0]) => {
        idsRead.push(refs.map(({ userId }) => userId));
        return store.findAll(refs);
      },
    };
    const entries = [checkin(1), action(1), checkin(2), action(3), checkin(), action()];
    const joined = await joinNames(users, companyId, entries);
    expect(joined).toEqual([
      { ...checkin(1), userName: 'Ada' },
      { ...action(1), userName: 'Ada' },
      ...entries.slice(2),
    ]);
    expect(joined.map((entry) => 'userName' in entry)).toEqual([true, true, false, false, false, false]);
    expect(idsRead).toStrictEqual([[1, 2, 3]]);
  });
});
