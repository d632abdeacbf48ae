import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeCursorKey } from '../../shared/adapters/dynamodb/cursor-key.ts';
import { makeRepeatableRequestStore } from '../../shared/adapters/dynamodb/repeatable-request-store.ts';
import { REPEATABLE_MILLISECONDS } from '../../shared/domain/repeatable-request.ts';
import { openDatabase, type TestDatabase } from '../support/open-database.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await openDatabase();
});
afterAll(() => db.close());

const requests = () => makeRepeatableRequestStore(db.database, db.tableNames.checkinAttempts);
const now = 1_800_000_000_000;
const first = { digest: 'one', receivedAt: now, clientId: 'ckc_1', requestId: 'request-1' };
const second = { digest: 'two', receivedAt: now + 1, clientId: 'ckc_2', requestId: 'request-2' };
const aKey = () => ({
  companyId: 'acme',
  issuer: 'https://issuer.example',
  subject: 'ana',
  idempotencyKey: randomUUID(),
});

describe('Requests that create a secret', () => {
  it('are remembered for ten minutes, whether or not their item has been deleted', async () => {
    const key = aKey();
    const last = { ...second, receivedAt: now + REPEATABLE_MILLISECONDS - 1 };
    expect(await requests().begin(key, first)).toEqual(first);
    expect(await requests().begin(key, last)).toEqual(first);

    const late = { ...second, receivedAt: now + REPEATABLE_MILLISECONDS };
    expect(await requests().begin(key, late)).toEqual(late);
  });

  it('are remembered with the secret that they created', async () => {
    const key = aKey();
    await requests().begin(key, first);
    await requests().complete(key, first, 'sec_1');
    expect(await requests().begin(key, second)).toEqual({ ...first, secretId: 'sec_1' });
  });

  it('are forgotten if they were refused', async () => {
    const key = aKey();
    await requests().begin(key, first);
    await requests().forget(key);
    expect(await requests().begin(key, second)).toEqual(second);
  });

  it.each([
    { subject: 'vic' },
    { issuer: 'https://another.example' },
    { companyId: 'globex' },
    { idempotencyKey: 'x' },
  ])('are distinguished by %j', async (change) => {
    const key = aKey();
    await requests().begin(key, first);
    expect(await requests().begin({ ...key, ...change }, second)).toEqual(second);
  });

  it('return the same first request to many that begin at the same time', async () => {
    const key = aKey();
    const own = Array.from({ length: 10 }, (_, index) => ({ ...first, clientId: `ckc_${index}` }));
    const begun = await Promise.all(own.map((request) => requests().begin(key, request)));
    expect(new Set(begun.map(({ clientId }) => clientId)).size).toBe(1);
  });
});

describe('The key of cursors', () => {
  it('is the same for all callers, simultaneous and later ones', async () => {
    const read = () => makeCursorKey(db.database, db.tableNames.members)();
    const keys = [...(await Promise.all(Array.from({ length: 10 }, read))), await read()];
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
  });
});
