import { describe, expect, it } from '@jest/globals';
import { bookingRecord, userRecord } from '../../../../shared/rules/records.ts';
import { findOtherKind } from '../../../../shared/use-cases/import/record-fields.ts';

describe('A file', () => {
  it.each([
    ['of users, imported as bookings, is recognised', ['id', 'name'], bookingRecord, 'users'],
    ['of bookings, imported as users, is recognised', ['bookingId', 'userId'], userRecord, 'bookings'],
    ['of the right kind is not mistaken for the other', ['id', 'name'], userRecord, undefined],
    ['without a required column is of neither kind', ['bookingId'], userRecord, undefined],
    ['with columns of both kinds is of neither kind', ['id', 'bookingId'], bookingRecord, undefined],
  ])('%s', (_, names, rules, kind) => {
    expect(findOtherKind(names, rules)).toBe(kind);
  });
});
