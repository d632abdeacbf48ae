import { describe, expect, it } from '@jest/globals';
import { tableOf, toOperation } from '../../../lib/local/partiql.ts';

const keyNames = () => ['companyUser', 'bookingId'];

describe('A statement of the embedded engine', () => {
  it('that inserts becomes a PutItem if there is no item', () => {
    const statement = {
      Statement: `INSERT INTO "Bookings" VALUE {'companyUser': ?, 'bookingId': ?, 'kind': ?}`,
      Parameters: [{ S: 'a#1' }, { S: 'desk' }, { S: 'position' }],
    };
    expect(tableOf(statement)).toBe('Bookings');
    expect(toOperation(statement, keyNames)).toEqual({
      name: 'PutItem',
      input: {
        TableName: 'Bookings',
        Item: { companyUser: { S: 'a#1' }, bookingId: { S: 'desk' }, kind: { S: 'position' } },
        ConditionExpression: 'attribute_not_exists(companyUser)',
      },
    });
  });

  it('that updates becomes an UpdateItem of an existing item, with the other conditions', () => {
    const statement = {
      Statement:
        'UPDATE "Bookings" SET checkin = ? WHERE companyUser = ? AND bookingId = ? AND checkin IS MISSING AND noShowAt > ?',
      Parameters: [{ M: {} }, { S: 'a#1' }, { S: 'desk' }, { N: '7' }],
    };
    expect(toOperation(statement, keyNames)).toEqual({
      name: 'UpdateItem',
      input: {
        TableName: 'Bookings',
        Key: { companyUser: { S: 'a#1' }, bookingId: { S: 'desk' } },
        UpdateExpression: 'SET checkin = :p0',
        ConditionExpression: 'attribute_exists(companyUser) AND attribute_not_exists(checkin) AND noShowAt > :p3',
        ExpressionAttributeValues: { ':p0': { M: {} }, ':p3': { N: '7' } },
      },
    });
  });

  it('that sets and removes attributes with quoted names becomes one expression with names', () => {
    const statement = {
      Statement:
        'UPDATE "Bookings" SET "kind" = ? SET "checkin" = ? REMOVE "name" WHERE companyUser = ? AND bookingId = ? AND "name" = ? AND "kind" IS MISSING',
      Parameters: [{ S: 'parking' }, { M: {} }, { S: 'a#1' }, { S: 'desk' }, { S: 'Bay 7' }],
    };
    expect(toOperation(statement, keyNames)?.input).toEqual({
      TableName: 'Bookings',
      Key: { companyUser: { S: 'a#1' }, bookingId: { S: 'desk' } },
      UpdateExpression: 'SET #kind = :p0, #checkin = :p1 REMOVE #name',
      ConditionExpression: 'attribute_exists(companyUser) AND #name = :p4 AND attribute_not_exists(#kind)',
      ExpressionAttributeNames: { '#kind': 'kind', '#checkin': 'checkin', '#name': 'name' },
      ExpressionAttributeValues: { ':p0': { S: 'parking' }, ':p1': { M: {} }, ':p4': { S: 'Bay 7' } },
    });
  });

  it('may have alternatives in parentheses, of which one is a missing attribute', () => {
    const statement = {
      Statement:
        'UPDATE "Bookings" SET a = ? WHERE companyUser = ? AND bookingId = ? AND (openSince IS MISSING OR openSince < ?)',
      Parameters: [{ N: '1' }, { S: 'a#1' }, { S: 'desk' }, { N: '7' }],
    };
    expect(toOperation(statement, keyNames)?.input['ConditionExpression']).toBe(
      'attribute_exists(companyUser) AND (attribute_not_exists(openSince) OR openSince < :p3)',
    );
  });

  it.each(['SELECT * FROM "Bookings"', 'DELETE FROM "Bookings" WHERE companyUser = ?', 'INSERT'])(
    'of another kind is not known: %s',
    (Statement) => {
      expect(tableOf({ Statement })).toBeUndefined();
      expect(toOperation({ Statement }, keyNames)).toBeUndefined();
    },
  );
});
