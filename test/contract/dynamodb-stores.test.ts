import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { makeActivityLogStore } from '../../shared/adapters/dynamodb/activity-log-store.ts';
import { makeApiClientRegistry, makeApiClientStore } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { bookingKey } from '../../shared/adapters/dynamodb/booking-item.ts';
import { makeTestBookingStore } from '../support/booking-store.ts';
import { makeCheckinAttemptStore } from '../../shared/adapters/dynamodb/checkin-attempt-store.ts';
import { ACCESS_COPIES, accessKey, makeClientAccessReader } from '../../shared/adapters/dynamodb/client-access.ts';
import { readAllItems } from '../../shared/adapters/dynamodb/read-all-items.ts';
import { makeDeviceStore } from '../../shared/adapters/dynamodb/device-store.ts';
import { makeTokenFamilyStore } from '../../shared/adapters/dynamodb/token-family-store.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { createApiClient } from '../../shared/domain/api-client.ts';
import { auditEntry } from '../../shared/domain/audit-entry.ts';
import { startFamily } from '../../shared/domain/token-family.ts';
import { defaultLogRetention } from '../../shared/settings.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabase, type TestDatabase } from '../support/open-database.ts';
import { describeApiClientRegistry } from './api-client-registry-contract.ts';
import { describeBookingStore } from './booking-store-contract.ts';
import { describeCheckinAttemptStore } from './checkin-attempt-store-contract.ts';
import { describeDeviceStore } from './device-store-contract.ts';
import { describeTokenFamilyStore } from './token-family-store-contract.ts';
import { describeUserStore } from './user-store-contract.ts';

const now = Date.UTC(2026, 10, 21);
let db: TestDatabase;

beforeAll(async () => {
  db = await openDatabase();
});
afterAll(() => db.close());

const users = () => makeUserStore(db.database, db.tableNames.users);
const registry = () => makeApiClientRegistry(db.database, db.tableNames, 400);
const families = () => makeTokenFamilyStore(db.database, db.tableNames.apiClients);
const attempts = () => makeCheckinAttemptStore(db.database, db.tableNames.checkinAttempts);

describe('The booking store in DynamoDB', () => {
  describeBookingStore(() => makeTestBookingStore(db.database, db.tableNames.bookings));
});

describe('The user store in DynamoDB', () => {
  describeUserStore(users);
});

describe('The device store in DynamoDB', () => {
  describeDeviceStore(() => ({ users: users(), devices: makeDeviceStore(db.database, db.tableNames.users) }));
});

describe('The registry of API clients in DynamoDB', () => {
  describeApiClientRegistry(registry);

  it('changes a client once, with one audit entry, if the SDK retries a transaction whose response was lost', async () => {
    const { client } = createApiClient({ companyId: freshCompanyId(), name: 'Gate' }, now);
    const send = async (command: Parameters<typeof db.database.send>[0]) => {
      await db.database.send(command);
      return db.database.send(command);
    };
    const retrying = makeApiClientRegistry({ send }, db.tableNames, 400);
    const entry = (action: 'create' | 'rename' | 'delete') =>
      auditEntry({ actor: { through: 'cli', id: 'olive' }, now: () => now }, client.companyId, {
        action: `clients.${action}`,
        target: { clientId: client.clientId },
      });
    expect(await retrying.create(client, [entry('create')])).toBe(true);
    const renamed = await retrying.replace(client, { ...client, name: 'Gate 1' }, [entry('rename')]);
    if (!renamed) throw new Error('the client was not renamed');
    expect(renamed).toMatchObject({ name: 'Gate 1', revision: 2 });
    expect(await retrying.delete(renamed, now, [entry('delete')])).toBe(true);
    expect(await registry().findTombstone(client.clientId)).toMatchObject({ revision: 3, deletedAt: now });
    const log = makeActivityLogStore(db.database, db.tableNames, defaultLogRetention, () => now);
    const { entries } = await log.listByCompany(client.companyId, { from: now - 1 }, { limit: 99 });
    const actions = entries.map((one) => (one.kind === 'admin' ? one.action : one.kind)).toSorted();
    expect(actions).toEqual(['clients.create', 'clients.delete', 'clients.rename']);
  });

  it('lists clients without consuming read units for their token families', async () => {
    const companyId = freshCompanyId();
    const { client } = createApiClient({ companyId, name: 'Gate' }, now);
    await registry().create(client);
    const unitsOfList = async (): Promise<(number | undefined)[]> => {
      const units: (number | undefined)[] = [];
      const send = async (command: QueryCommand) => {
        const output = await db.database.send(new QueryCommand({ ...command.input, ReturnConsumedCapacity: 'TOTAL' }));
        units.push(output.ConsumedCapacity?.CapacityUnits);
        return output;
      };
      const counted = makeApiClientRegistry({ send }, db.tableNames, 400);
      expect((await counted.listByCompany(companyId, { limit: 99 })).items).toEqual([client]);
      return units;
    };
    const unitsWithoutFamilies = await unitsOfList();
    for (let count = 0; count < 15; count += 1) {
      await families().start(startFamily(client.clientId, contents, rules, now));
    }
    expect(unitsWithoutFamilies).toEqual([0.5]);
    expect(await unitsOfList()).toEqual(unitsWithoutFamilies);
  });
});

const contents = {
  accessKeyId: 'access-1',
  refreshKeyId: 'refresh-1',
  scopes: ['checkin'],
  revocationNumber: 0,
} as const;
const rules = { refreshTokenSeconds: 3_600, refreshGraceSeconds: 60 };

describe('The access data of a client', () => {
  const enabledCopies = async (clientId: string) => {
    const Keys = Array.from({ length: ACCESS_COPIES }, (_, copy) => accessKey(clientId, copy));
    const table = db.tableNames.apiClients;
    const get = new BatchGetCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } });
    const items = (await db.database.send(get)).Responses?.[table] ?? [];
    return items.flatMap(({ clientId: _, item: __, enabled, ...access }) => (enabled ? [access] : []));
  };

  it('has copies that change in the same transaction as the client', async () => {
    const allowedIps = ['192.0.2.0/24'];
    const { client } = createApiClient({ companyId: freshCompanyId(), name: 'Gate', allowedIps }, now);
    const { clientId, companyId, scopes } = client;
    const access = (revocationNumber: number) =>
      Array.from({ length: ACCESS_COPIES }, () => ({ companyId, scopes, allowedIps, revocationNumber }));
    const replace = async (before: typeof client, changes: Partial<typeof client>) => {
      const after = await registry().replace(before, { ...before, ...changes });
      if (!after) throw new Error('the client was not replaced');
      return after;
    };
    await registry().create(client);
    expect(await enabledCopies(clientId)).toEqual(access(0));
    const revoked = await replace(client, { revocationNumber: 1 });
    expect(await enabledCopies(clientId)).toEqual(access(1));
    const reader = makeClientAccessReader(db.database, db.tableNames.apiClients);
    expect(await reader.find(clientId)).toMatchObject({ companyId, scopes, allowedIps, revocationNumber: 1 });
    const disabled = await replace(revoked, { enabled: false });
    expect([await enabledCopies(clientId), await reader.find(clientId)]).toEqual([[], undefined]);
    const enabled = await replace(disabled, { enabled: true });
    expect(await enabledCopies(clientId)).toEqual(access(1));
    // `client` is out of date, so nothing changes.
    expect(await registry().replace(client, { ...client, revocationNumber: 9 })).toBeUndefined();
    expect(await enabledCopies(clientId)).toEqual(access(1));
    await registry().delete(enabled, now);
    expect([await enabledCopies(clientId), await reader.find(clientId)]).toEqual([[], undefined]);
  });

  it('is read consistently, so that a disabled or revoked client is refused at the next call', async () => {
    const reads: unknown[] = [];
    const send = ({ input }: { input: object }) => Promise.resolve({ $metadata: reads.push(input) });
    const database = { send } as unknown as typeof db.database;
    await makeClientAccessReader(database, 'Clients').find('gate');
    await makeApiClientStore(database, 'Clients').find('gate');
    await makeTokenFamilyStore(database, 'Clients').find('gate', 'family');
    await makeTokenFamilyStore(database, 'Clients').findWithClient('gate', 'family');
    expect(reads).toEqual([
      expect.objectContaining({ ConsistentRead: true }),
      expect.objectContaining({ ConsistentRead: true }),
      expect.objectContaining({ ConsistentRead: true }),
      { RequestItems: { Clients: expect.objectContaining({ ConsistentRead: true }) } },
    ]);
  });
});

describe('Token families in DynamoDB', () => {
  describeTokenFamilyStore(families, registry);

  it('have a time to live that ends at the first whole second after they expire', async () => {
    const family = { ...startFamily(freshCompanyId(), contents, rules, now), expiresAt: now + 1 };
    await families().start(family);
    const query = {
      TableName: db.tableNames.apiClients,
      KeyConditionExpression: 'clientId = :clientId',
      ExpressionAttributeValues: { ':clientId': family.clientId },
    };
    const [item] = await readAllItems(db.database, QueryCommand, query);
    expect(item?.['expiresAtSeconds']).toBe(now / 1000 + 1);
  });
});

describe('Check-in attempts in DynamoDB', () => {
  describeCheckinAttemptStore(attempts);
});

describe('readAllItems', () => {
  it('reads all pages', async () => {
    const user = { companyId: freshCompanyId(), userId: 1 };
    const store = makeTestBookingStore(db.database, db.tableNames.bookings);
    const period = { checkinOpensAt: now, noShowAt: now + 1 };
    for (const bookingId of ['1', '2', '3']) await store.save({ user, bookingId, kind: 'position', ...period });
    const onePerPage = {
      TableName: db.tableNames.bookings,
      KeyConditionExpression: 'companyUser = :user',
      ExpressionAttributeValues: { ':user': bookingKey({ user, bookingId: '' }).companyUser },
      Limit: 1,
    };
    const items = await readAllItems(db.database, QueryCommand, onePerPage);
    expect(items.map(({ bookingId }) => bookingId as string)).toEqual(['1', '2', '3']);
  });
});
