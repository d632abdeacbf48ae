import { describe, expect, it } from '@jest/globals';
import { tables, type TableDefinition } from '../../../shared/tables.ts';
import { writtenAttributes, writtenIndexes } from '../../support/index-writes.ts';

describe('What an update writes', () => {
  it.each([
    ['SET checkin = :record', {}, ['checkin']],
    [
      'SET #a = :a, b = if_not_exists(b, :b), c.d[0] = :c REMOVE #e, f',
      { '#a': 'at', '#e': 'name' },
      ['at', 'b', 'c', 'name', 'f'],
    ],
    ['ADD devices :devices', {}, ['devices']],
    ['', {}, []],
  ])('%s', (UpdateExpression, ExpressionAttributeNames, attributes) => {
    expect(writtenAttributes({ TableName: 'T', UpdateExpression, ExpressionAttributeNames })).toEqual(attributes);
  });
});

describe('Which indexes a write of an attribute writes', () => {
  it('none for a check-in', () => {
    expect(writtenIndexes(tables.bookings, ['checkin'])).toEqual([]);
  });

  it('each that has it as a key or projects it', () => {
    expect(writtenIndexes(tables.bookings, ['noShowAt'])).toEqual(['byNoShow', 'byCompanyDay']);
    expect(writtenIndexes(tables.bookings, ['openSince'])).toEqual([]);
    expect(writtenIndexes(tables.activityLog, ['anything'])).toEqual(['byCompanyDay']);
  });

  it.each(tables.bookings.indexes.map(({ name }) => name))('%s, if it projected the check-in', (name) => {
    const indexes = tables.bookings.indexes.map((index) =>
      index.name === name ? { ...index, projectedAttributes: [...index.projectedAttributes, 'checkin'] } : index,
    );
    const mutant: TableDefinition = { ...tables.bookings, indexes };
    expect(writtenIndexes(mutant, ['checkin'])).toEqual([name]);
  });
});
