import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeApiClientRegistry } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { joinKey } from '../../shared/adapters/dynamodb/join-key.ts';
import { makeTokenFamilyStore } from '../../shared/adapters/dynamodb/token-family-store.ts';
import { createApiClient } from '../../shared/domain/api-client.ts';
import { decideRefresh, startFamily } from '../../shared/domain/token-family.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabase } from '../support/open-database.ts';

const db = await openDatabase();
afterAll(() => db.close());
const { apiClients } = db.tableNames;
const clients = makeApiClientRegistry(db.database, db.tableNames, 400);
const families = makeTokenFamilyStore(db.database, apiClients);

const now = Date.UTC(2026, 10, 21);
const contents = {
  keyId: 'key-1',
  scopes: ['checkin'],
  revocationNumber: 0,
} as const;
const rules = { refreshTokenSeconds: 3_600, refreshGraceSeconds: 60 };

describe('Token families', () => {
  const aFamily = (clientId = freshCompanyId()) => startFamily(clientId, contents, rules, now);

  const rotation = (family = aFamily(), at = now + 1) => {
    const decision = decideRefresh(family, 0, contents, rules, at);
    if (decision.kind !== 'rotate') throw new Error(decision.kind);
    return decision;
  };

  it('are found unchanged after they are started and rotated', async () => {
    const { before, after } = rotation();
    await families.start(before);
    expect(await families.find(before.clientId, before.familyId)).toEqual(before);
    expect(await families.rotate(before, after)).toBe(true);
    expect(await families.find(before.clientId, before.familyId)).toEqual(after);
  });

  it('are not overwritten by a late repetition of their first write', async () => {
    const { before, after } = rotation();
    await families.start(before);
    await families.rotate(before, after);
    await families.revoke(before.clientId, before.familyId);
    await families.start(before);
    expect(await families.find(before.clientId, before.familyId)).toEqual({ ...after, revoked: true });
  });

  it('are found with their client', async () => {
    const { client } = createApiClient({ companyId: 'acme', name: 'Gate' }, now);
    const family = aFamily(client.clientId);
    const find = () => families.findWithClient(client.clientId, family.familyId);
    expect(await find()).toEqual({});
    await families.start(family);
    expect(await find()).toEqual({ family });
    await clients.create(client);
    expect(await find()).toEqual({ client, family });
    await families.revoke(client.clientId, family.familyId);
    expect(await find()).toEqual({ client, family: { ...family, revoked: true } });
  });

  it('are rotated by exactly one of many simultaneous rotations', async () => {
    const { before } = rotation();
    await families.start(before);
    const instants = Array.from({ length: 20 }, (_, index) => now + 1 + index);
    const done = await Promise.all(instants.map((at) => families.rotate(before, rotation(before, at).after)));
    expect(done.filter(Boolean)).toHaveLength(1);
  });

  it('are not rotated once they are revoked or have expired', async () => {
    const { before, after } = rotation();
    await families.start(before);
    await families.revoke(before.clientId, before.familyId);
    expect(await families.rotate(before, after)).toBe(false);
    expect(await families.find(before.clientId, before.familyId)).toEqual({ ...before, revoked: true });
    // DynamoDB can delete expired families days late.
    const expired = rotation();
    await families.start({ ...expired.before, expiresAt: now + 1 });
    expect(await families.rotate(expired.before, expired.after)).toBe(false);
  });

  it('are not created by a rotation or a revocation', async () => {
    const { before, after } = rotation();
    expect(await families.rotate(before, after)).toBe(false);
    await families.revoke(before.clientId, before.familyId);
    expect(await families.find(before.clientId, before.familyId)).toBeUndefined();
  });

  it('have a time to live that ends at the first whole second after they expire, and that a rotation extends', async () => {
    const { before, after } = rotation();
    const Key = { clientId: before.clientId, item: joinKey('family', before.familyId) };
    const timeToLive = async () =>
      (await db.database.send(new GetCommand({ TableName: apiClients, Key }))).Item?.['expiresAtSeconds'];
    await families.start(before);
    expect(await timeToLive()).toBe(now / 1000 + 3_605);
    await families.rotate(before, after);
    expect(await timeToLive()).toBe(now / 1000 + 3_606);
  });
});
