import { describe, expect, it } from '@jest/globals';
import { canCheckIn, findCheckinWrite } from '../../../lib/local/push/checkin-write.ts';

const checkin = { M: { notify: { BOOL: true }, checkinId: { S: 'c1' }, at: { N: '1763712000000' } } };
const Key = { companyUser: { S: 'acme#1' }, bookingId: { S: 'b-1' } };
const write = { companyUser: 'acme#1', checkinId: 'c1', at: '1763712000000' };

const find = (request: unknown) => findCheckinWrite(Buffer.from(JSON.stringify(request)), 'Bookings');

describe('The write of a check-in', () => {
  it.each([
    ['an update, whatever it calls the value', { Key, ExpressionAttributeValues: { ':x': { N: '1' }, ':y': checkin } }],
    ['a whole booking', { Item: { ...Key, checkin } }],
  ])('is found in %s', (_, request) => {
    expect(find({ TableName: 'Bookings', ...request })).toEqual(write);
  });

  it.each([
    ['of another table', { TableName: 'Users', Key, ExpressionAttributeValues: { ':y': checkin } }],
    [
      'that nobody is to hear of',
      { Key, ExpressionAttributeValues: { ':y': { M: { ...checkin.M, notify: { BOOL: false } } } } },
    ],
    ['of a booking without check-in', { Key, ExpressionAttributeValues: { ':name': { S: 'Desk' } } }],
    ['that has no values', { Key }],
    ['of no key', { ExpressionAttributeValues: { ':y': checkin } }],
  ])('is not found in an update %s', (_, request) => {
    expect(find({ TableName: 'Bookings', ...request })).toBeUndefined();
  });

  it('is not found in what is no JSON', () => {
    expect(findCheckinWrite(Buffer.from('{'), 'Bookings')).toBeUndefined();
  });

  it.each([
    ['DynamoDB_20120810.UpdateItem', true],
    ['DynamoDB_20120810.PutItem', true],
    ['DynamoDB_20120810.GetItem', false],
    ['secretsmanager.PutSecretValue', false],
    [undefined, false],
  ])('is looked for in the operation %p: %p', (target, isLookedFor) => {
    expect(canCheckIn(target)).toBe(isLookedFor);
  });
});
