import { describe, expect, it } from '@jest/globals';
import { NOON, planHistory } from '../../tools/faults/history-plan.ts';
import type { HistoryRecord, SwipeResponse } from '../../tools/faults/history-record.ts';
import { findUndecided, findViolations } from '../../tools/faults/violations.ts';

const unavailable = (milliseconds: number): SwipeResponse => ({
  status: 503,
  startedAt: 0,
  endedAt: milliseconds,
  loggedInAt: 0,
  faults: [],
});

const recordOf = (responses: readonly SwipeResponse[]): HistoryRecord => {
  const swipe = {
    name: 'swipe-1',
    isTwin: false,
    person: 0,
    identifiers: ['id'],
    at: NOON,
    notify: false,
    hasKey: true,
    isBatched: false,
    tries: 1,
  } as const;
  const company = (companyId: string) => ({ companyId, clientId: companyId, bookings: [], checkinIds: new Map() });
  return {
    plan: { ...planHistory(1, 'wire'), bookings: [], actions: [] },
    own: company('own'),
    twin: company('twin'),
    actions: [],
    swipes: [{ swipe, responses, responsesUnderFaults: 1 }],
    wrongType: { ...unavailable(1), status: 401 },
    calls: [],
  };
};

describe('A request with a key that is never acknowledged', () => {
  it('is a violation if every response came before any time-out', () => {
    const record = recordOf([unavailable(2_500), unavailable(20), unavailable(1_999)]);
    expect(findViolations(record, false).map(({ invariant }) => invariant)).toEqual([
      'a request with a key is acknowledged in the end',
    ]);
    expect(findUndecided(record)).toEqual([]);
  });

  it('is undecided if a time-out may have ended a request', () => {
    const record = recordOf([unavailable(20), unavailable(20), unavailable(2_800)]);
    expect(findViolations(record, false)).toEqual([]);
    expect(findUndecided(record)).toEqual(['swipe-1: [503,503,503]']);
  });
});
