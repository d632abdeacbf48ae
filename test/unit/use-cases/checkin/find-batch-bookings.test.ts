import { describe, expect, it } from '@jest/globals';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import { findBatchBookings, findUserIds, toRanges } from '../../../../shared/use-cases/checkin/find-batch-bookings.ts';
import { makeInMemoryBookings } from '../../../support/fakes/in-memory-bookings.ts';
import { makeInMemoryUsers } from '../../../support/fakes/in-memory-users.ts';

const HOUR = 60 * 60_000;
const at = Date.UTC(2026, 10, 21, 8);

describe('The moments of a user', () => {
  it('are looked up in one range as long as they are within the longest period, whatever their order', () => {
    expect(toRanges([at + 72 * HOUR, at, at + HOUR])).toEqual([{ from: at, until: at + 72 * HOUR + 1 }]);
    expect(toRanges([at + 72 * HOUR + 1, at])).toEqual([
      { from: at, until: at + 1 },
      { from: at + 72 * HOUR + 1, until: at + 72 * HOUR + 2 },
    ]);
  });
});

describe('The users of a batch', () => {
  it('are each found by one identifier: the id, else the uid, else the e-mail address', async () => {
    const users = makeInMemoryUsers([
      { companyId: 'acme', id: 1, uid: 'E-1', email: 'ana@acme.example', devices: [] },
      { companyId: 'acme', id: 2, uid: 'E-2', email: 'gil@acme.example', devices: [] },
    ]);
    const all = [
      { email: 'gil@acme.example' },
      { id: 7, uid: 'E-1' },
      { uid: 'E-1', email: 'gil@acme.example' },
      { uid: 'E-3' },
      { email: 'ana@acme.example' },
    ].map((identifiers) => ({ identifiers }));
    expect(await findUserIds(all, 'acme', users)).toEqual([2, 7, 1, undefined, 1]);
  });
});

describe('The bookings of a batch', () => {
  const user = { companyId: 'acme', userId: 1 };
  const booking = { user, bookingId: 'desk', kind: 'position' as const, checkinOpensAt: at, noShowAt: at + 72 * HOUR };
  const users = makeInMemoryUsers([{ companyId: 'acme', id: 1, uid: 'E-1', devices: [] }]);

  it('are those that are open at the moment of each item, found once if two ranges touch them', async () => {
    const bookings = makeInMemoryBookings([booking]);
    const moments = [at - 1, at, at + 71 * HOUR, at + 72 * HOUR, at + 100 * HOUR];
    const queries = moments.map((moment) => ({ userId: 1, identifiers: { uid: 'E-1' }, at: moment }));
    const found = await findBatchBookings(queries, 'acme', { users, bookings });
    const open = found.map((one) => (one.status === 'fulfilled' ? one.value.open : one));
    expect(open).toEqual([[], ['desk'], ['desk'], [], []]);
  });

  it('are not found for an item whose identifiers are of different users, and fail only for the items of one user', async () => {
    const away = new ServiceError('dependency_unavailable', 'away');
    const bookings = { findOverlapping: () => Promise.reject(away) };
    const queries = [{ id: 1 }, { id: 1, uid: 'E-2' }, { id: 2 }].map((identifiers) => ({
      userId: identifiers.id,
      identifiers,
      at,
    }));
    const found = await findBatchBookings(queries, 'acme', { users, bookings });
    const codes = found.map((one) => (one.status === 'rejected' ? (one.reason as ServiceError).code : one.status));
    expect(codes).toEqual(['dependency_unavailable', 'user_not_found', 'user_not_found']);
  });

  it('are not queried for an item whose user was not found', async () => {
    const queried: unknown[] = [];
    const findAll = async (refs: readonly unknown[]) => {
      queried.push(...refs);
      return [];
    };
    const findOverlapping = async (ref: unknown) => {
      queried.push(ref);
      return [];
    };
    const queries = [undefined, 2].map((userId) => ({ userId, identifiers: { uid: 'E-1' }, at }));
    const found = await findBatchBookings(queries, 'acme', { users: { findAll }, bookings: { findOverlapping } });
    expect(found.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const known = { companyId: 'acme', userId: 2 };
    expect(queried).toEqual([known, known]);
  });

  it('fail for every item if the users cannot be read', async () => {
    const away = new ServiceError('dependency_unavailable', 'away');
    const unreadable = { findAll: () => Promise.reject(away) };
    const queries = [{ userId: 1, identifiers: { id: 1 }, at }];
    const found = await findBatchBookings(queries, 'acme', { users: unreadable, bookings: makeInMemoryBookings() });
    expect(found).toEqual([{ status: 'rejected', reason: away }]);
  });
});
