import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { makeDeviceStore } from '../../shared/adapters/dynamodb/device-store.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabaseInMemory, type TestDatabase } from '../support/open-database.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await openDatabaseInMemory();
});
afterAll(() => db.close());

const users = () => makeUserStore(db.database, db.tableNames.users);

describe('Claims of uids and e-mail addresses', () => {
  it('are removed with the user, of whom only a tombstone is left', async () => {
    const companyId = freshCompanyId();
    const ref = { companyId, userId: 1 };
    await users().save({
      companyId,
      id: 1,
      name: 'Ana Ñandú',
      uid: 'E-1',
      uids: ['E-1', 'E-2'],
      email: 'one@acme.example',
      language: 'es',
    });
    await makeDeviceStore(db.database, db.tableNames.users).add(ref, 'arn:device');
    await users().change(ref, () => undefined);
    const { Items = [] } = await db.database.send(new ScanCommand({ TableName: db.tableNames.users }));
    const left = Items.filter(({ userKey }) => String(userKey).startsWith(`${companyId}#`));
    expect(left).toEqual([
      { userKey: `${companyId}#id#1`, revision: expect.any(String), removedAt: expect.any(Number) },
    ]);
  });

  it('are granted to a save that the SDK retries because its response was lost', async () => {
    const companyId = freshCompanyId();
    let sent = 0;
    const send = async (command: never): Promise<unknown> => {
      const response = await db.database.send(command);
      const isLost = (command as object) instanceof TransactWriteCommand && (sent += 1) === 1;
      // The SDK sends the same request again.
      return isLost ? db.database.send(command) : response;
    };
    const store = makeUserStore({ send }, db.tableNames.users);
    expect(await store.save({ companyId, id: 1, uid: 'E-1' })).toBe('written');
    expect(sent).toBe(1);
  });

  it('go to one of many users that claim the same uid at the same time', async () => {
    const companyId = freshCompanyId();
    const ids = [1, 2, 3, 4, 5, 6, 7, 8];
    const saved = await Promise.allSettled(ids.map((id) => users().save({ companyId, id, uid: 'E-1' })));
    const holder = await users().findId(companyId, { uid: 'E-1' });
    const found = await users().findAll(ids.map((userId) => ({ companyId, userId })));
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(found.map(({ id }) => id)).toEqual([holder]);
  });
});
