import { describe, expect, it } from '@jest/globals';
import { BatchGetCommand, BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { makeActivityLogStore } from '../../shared/adapters/dynamodb/activity-log-store.ts';
import { makeApiClientRegistry } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { makeBookingStore } from '../../shared/adapters/dynamodb/booking-store.ts';
import { makeCheckinAttemptStore } from '../../shared/adapters/dynamodb/checkin-attempt-store.ts';
import { makeDeviceStore } from '../../shared/adapters/dynamodb/device-store.ts';
import { makeTokenFamilyStore } from '../../shared/adapters/dynamodb/token-family-store.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { localTableNames as names } from '../../shared/local-service.ts';
import { makeMemoryDatabase } from '../support/memory-database/memory-database.ts';
import { describeActivityLog } from './activity-log-contract.ts';
import { describeApiClientRegistry } from './api-client-registry-contract.ts';
import { describeBookingStore } from './booking-store-contract.ts';
import { describeCheckinAttemptStore } from './checkin-attempt-store-contract.ts';
import { describeDeviceStore } from './device-store-contract.ts';
import { describeTokenFamilyStore } from './token-family-store-contract.ts';
import { describeUserStore } from './user-store-contract.ts';

const database = makeMemoryDatabase();
const users = () => makeUserStore(database, names.users);

/** The stores pass the same contract tests on this engine and on DynamoDB, so the explorer's results hold for DynamoDB too. */
describe('The stores on the database in memory', () => {
  describe('keep bookings', () => {
    describeBookingStore(() => makeBookingStore(database, names.bookings));
  });
  describe('keep users', () => {
    describeUserStore(users);
  });
  describe('keep devices', () => {
    describeDeviceStore(() => ({ users: users(), devices: makeDeviceStore(database, names.users) }));
  });
  describe('keep API clients', () => {
    describeApiClientRegistry(() => makeApiClientRegistry(database, names.apiClients));
  });
  describe('keep token families', () => {
    describeTokenFamilyStore(
      () => makeTokenFamilyStore(database, names.apiClients),
      () => makeApiClientRegistry(database, names.apiClients),
    );
  });
  describe('keep check-in attempts', () => {
    describeCheckinAttemptStore(() => makeCheckinAttemptStore(database, names.checkinAttempts));
  });
  describe('keep the log', () => {
    describeActivityLog((retention, now) =>
      makeActivityLogStore(makeMemoryDatabase(), names.activityLog, retention, now),
    );
  });
});

describe('The database in memory', () => {
  it('refuses unsupported expressions', () => {
    class TransactWriteCommand {
      readonly input = {};
    }
    expect(() => database.perform(new TransactWriteCommand())).toThrow('no TransactWriteCommand here');
  });

  it('refuses batches that DynamoDB refuses: too many items, or one item twice', () => {
    const keys = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ companyUser: 'acme#1', bookingId: `b-${index}` }));
    const tryRead = (Keys: readonly object[]) =>
      database.perform(new BatchGetCommand({ RequestItems: { [names.bookings]: { Keys: [...Keys] } } }));
    const tryWrite = (items: readonly object[]) =>
      database.perform(
        new BatchWriteCommand({ RequestItems: { [names.bookings]: items.map((Item) => ({ PutRequest: { Item } })) } }),
      );
    for (const [attempt, limit] of [
      [tryRead, 100],
      [tryWrite, 25],
    ] as const) {
      expect(() => attempt(keys(limit))).not.toThrow();
      expect(() => attempt(keys(limit + 1))).toThrow('items of at most');
      expect(() => attempt([...keys(1), ...keys(1)])).toThrow('or one twice');
    }
  });
});
