import { afterAll, beforeAll, describe } from '@jest/globals';
import { makeActivityLogStore } from '../../shared/adapters/dynamodb/activity-log-store.ts';
import { makeInMemoryActivityLog } from '../support/fakes/in-memory-activity-log.ts';
import { openDatabase, type TestDatabase } from '../support/open-database.ts';
import { describeActivityLog } from './activity-log-contract.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await openDatabase();
});
afterAll(() => db.close());

describe('The activity log in memory', () => {
  describeActivityLog(makeInMemoryActivityLog);
});

describe('The activity log in DynamoDB', () => {
  describeActivityLog((retention, now) => makeActivityLogStore(db.database, db.tableNames.activityLog, retention, now));
});
