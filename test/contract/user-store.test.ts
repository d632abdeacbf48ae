import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeDeviceStore } from '../../shared/adapters/dynamodb/device-store.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { MAX_DEVICES, type User, type UserProfile } from '../../shared/domain/user.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabase } from '../support/open-database.ts';
import { makeRepeatingDatabase } from '../support/repeating-database.ts';

const db = await openDatabase();
afterAll(() => db.close());
const store = makeUserStore(db.database, db.tableNames.users);
const devices = makeDeviceStore(db.database, db.tableNames.users);

describe('The user store', () => {
  const freshAna = () => ({ companyId: freshCompanyId(), id: 1, uid: 'E-1', email: 'ana@acme.example' });

  it('finds the owners of many identifiers, in the order of the identifiers, even if one is given twice', async () => {
    const ana = freshAna();
    const { companyId } = ana;
    await store.save(ana);
    await store.save({ companyId, id: 2, uid: 'E-2' });
    await store.save({ companyId: `${companyId}#1`, id: 3, uid: 'E-3' });
    const identifiers = [
      ['uid', 'E-2'],
      ['uid', 'E-3'],
      ['email', 'ana@acme.example'],
      ['uid', 'E-2'],
      // A uid is not an e-mail address, even with the same text.
      ['uid', 'ana@acme.example'],
      ['uid', 'E-1'],
    ] as const;
    expect(await store.findIds(companyId, identifiers)).toEqual([2, undefined, 1, 2, undefined, 1]);
    expect(await store.findIds(companyId, [])).toEqual([]);
    expect(await store.findId(companyId, ['email', 'ana@acme.example'])).toBe(1);
    expect(await store.find({ companyId, userId: 1 })).toEqual({ ...ana, devices: [] });
  });

  it('distinguishes similar uids', async () => {
    const ana = freshAna();
    await store.save({ ...ana, uid: 'E-1' });
    for (const uid of ['e-1', 'E-1 ', ' E-1', 'E-01', 'E-1#', 'Ｅ-1'])
      expect({ uid, id: await store.findId(ana.companyId, ['uid', uid]) }).toEqual({ uid, id: undefined });
  });

  it.each(["'", '\u0317'])('keeps and finds a badge of which search leaves nothing: %j', async (uid) => {
    const ana = freshAna();
    await store.save({ ...ana, uid });
    expect(await store.findId(ana.companyId, ['uid', uid])).toBe(ana.id);
  });

  it('separates companies even if their keys are similar', async () => {
    const ana = freshAna();
    await store.save({ ...ana, companyId: `${ana.companyId}#uid`, uid: 'x' });
    await store.save({ companyId: ana.companyId, id: 2, uid: 'uid#x' });
    expect(await store.findId(ana.companyId, ['uid', 'x'])).toBeUndefined();
    expect(await store.find({ companyId: ana.companyId, userId: 1 })).toBeUndefined();
    expect(await store.findId(`${ana.companyId}#uid`, ['uid', 'uid#x'])).toBeUndefined();
  });

  it('writes nothing for an unchanged user, and releases identifiers that a changed user no longer has', async () => {
    const ana = freshAna();
    expect([await store.save(ana), await store.save(ana)]).toEqual(['written', 'unchanged']);
    expect(await store.save({ companyId: ana.companyId, id: 1, uid: 'E-9' })).toBe('written');
    expect(await store.find({ companyId: ana.companyId, userId: 1 })).toEqual({
      companyId: ana.companyId,
      id: 1,
      uid: 'E-9',
      devices: [],
    });
    expect(await store.save({ ...ana, id: 2 })).toBe('written');
    expect(await store.findId(ana.companyId, ['uid', 'E-1'])).toBe(2);
    expect(await store.findId(ana.companyId, ['uid', 'E-9'])).toBe(1);
  });

  it.each([
    ['uid', { email: 'bob@acme.example' }],
    ['email', { uid: 'E-2' }],
  ])('rejects a user whose %s belongs to another user, and names that user', async (field, changes) => {
    const ana = freshAna();
    await store.save(ana);
    const bob = { ...ana, id: 2, ...changes };
    await expect(store.save(bob)).rejects.toMatchObject({
      code: 'identifier_taken',
      message: expect.stringMatching(new RegExp(`^the ${field} belongs to user 1$`)),
    });
    expect(await store.find({ companyId: ana.companyId, userId: 2 })).toBeUndefined();
    expect(await store.findId(ana.companyId, ['uid', 'E-1'])).toBe(1);
  });

  it('leaves the free identifiers of a rejected user to other users', async () => {
    const ana = freshAna();
    await store.save(ana);
    await expect(store.save({ ...ana, id: 2, uid: 'E-2' })).rejects.toThrow('email');
    expect(await store.save({ companyId: ana.companyId, id: 3, uid: 'E-2' })).toBe('written');
    expect(await store.findId(ana.companyId, ['uid', 'E-2'])).toBe(3);
  });

  it('finds a user by each badge, and releases badges that are removed', async () => {
    const ana = freshAna();
    const { companyId } = ana;
    await store.save({ ...ana, name: 'Ana Ñandú', uids: ['E-1', 'E-2', 'E-3'] });
    expect(await store.find({ companyId, userId: 1 })).toEqual({
      ...ana,
      name: 'Ana Ñandú',
      uids: ['E-1', 'E-2', 'E-3'],
      devices: [],
    });
    const ids = async () =>
      store.findIds(
        companyId,
        ['E-1', 'E-2', 'E-3', 'E-4'].map((uid) => ['uid', uid] as const),
      );
    expect(await ids()).toEqual([1, 1, 1, undefined]);
    await expect(store.save({ companyId, id: 2, uid: 'E-4', uids: ['E-4', 'E-3'] })).rejects.toThrow(
      'the uid belongs to user 1',
    );
    expect(await ids()).toEqual([1, 1, 1, undefined]);
    await store.save({ companyId, id: 1, uid: 'E-2' });
    expect(await store.save({ companyId, id: 2, uid: 'E-4', uids: ['E-4', 'E-3'] })).toBe('written');
    expect(await ids()).toEqual([undefined, 1, 2, 2]);
    expect((await store.listByCompany(companyId, { limit: 2 })).items).toEqual([
      { companyId, id: 1, uid: 'E-2' },
      { companyId, id: 2, uid: 'E-4', uids: ['E-4', 'E-3'] },
    ]);
    await store.change({ companyId, userId: 2 }, () => undefined);
    expect(await ids()).toEqual([undefined, 1, undefined, undefined]);
  });

  it("changes the stored user even if the caller's copy is out of date, and returns the previous state", async () => {
    const ana = freshAna();
    const ref = { companyId: ana.companyId, userId: 1 };
    await store.save(ana);
    const [known] = await store.findAll([ref]);
    await store.save({ ...ana, uid: 'E-2' });
    const setSpanish = (before: User | undefined): UserProfile => {
      const { devices: _, ...profile } = before ?? { ...ana, devices: [] };
      return { ...profile, language: 'es' };
    };
    expect(await store.change(ref, setSpanish, { user: known })).toEqual({
      outcome: 'written',
      before: { ...ana, uid: 'E-2', devices: [] },
      after: { ...ana, uid: 'E-2', language: 'es' },
    });
    expect(await store.find(ref)).toEqual({ ...ana, uid: 'E-2', language: 'es', devices: [] });
  });

  it('removes a user only once, and releases the user’s identifiers', async () => {
    const ana = freshAna();
    const ref = { companyId: ana.companyId, userId: 1 };
    await store.save(ana);
    const remove = () => store.change(ref, () => undefined);
    expect(await remove()).toEqual({ outcome: 'deleted', before: { ...ana, devices: [] }, after: undefined });
    expect(await remove()).toEqual({ outcome: 'unchanged', before: undefined, after: undefined });
    expect(await store.find(ref)).toBeUndefined();
    expect(await store.findAll([ref])).toEqual([]);
    expect(await store.findId(ana.companyId, ['uid', 'E-1'])).toBeUndefined();
    expect((await store.listByCompany(ana.companyId, { limit: 10 })).items).toEqual([]);
    expect(await store.save({ ...ana, id: 2 })).toBe('written');
    expect(await store.save({ ...ana, uid: 'E-3', email: 'other@acme.example' })).toBe('written');
    expect(await store.find(ref)).toMatchObject({ uid: 'E-3' });
  });

  it('finds several users at once, and omits those that do not exist', async () => {
    const ana = freshAna();
    await store.save(ana);
    await store.save({ companyId: ana.companyId, id: 2 });
    const found = await store.findAll([1, 2, 3].map((userId) => ({ companyId: ana.companyId, userId })));
    expect(found.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual([1, 2]);
    expect(found).toContainEqual(expect.objectContaining({ ...ana, devices: [] }));
  });

  it('lists a company’s users page by page, in the order of their ids', async () => {
    const ana = freshAna();
    const { companyId } = ana;
    for (const id of [10, 9, 1, 2]) await store.save({ companyId, id, uid: `E-${id}`, language: 'es' });
    await store.save({ companyId: `${companyId}#1`, id: 5 });
    const first = await store.listByCompany(companyId, { limit: 3 });
    expect(first.items.map(({ id }) => id)).toEqual([1, 2, 9]);
    expect(first.items[0]).toEqual({ companyId, id: 1, uid: 'E-1', language: 'es' });
    expect(first.next).toBe(9);
    const last = await store.listByCompany(companyId, { after: 9, limit: 3 });
    expect(last.items.map(({ id }) => id)).toEqual([10]);
    expect(last.next).toBeUndefined();
  });
});

describe('Claims of uids and e-mail addresses', () => {
  it('are removed with the user, of whom only a tombstone is left', async () => {
    const companyId = freshCompanyId();
    const ref = { companyId, userId: 1 };
    await store.save({
      companyId,
      id: 1,
      name: 'Ana Ñandú',
      uid: 'E-1',
      uids: ['E-1', 'E-2'],
      email: 'one@acme.example',
      language: 'es',
    });
    await devices.add(ref, 'arn:device');
    await store.change(ref, () => undefined);
    const { Items = [] } = await db.database.send(new ScanCommand({ TableName: db.tableNames.users }));
    const left = Items.filter(({ userKey }) => String(userKey).startsWith(`${companyId}#`));
    expect(left).toEqual([
      { userKey: `${companyId}#id#1`, revision: expect.any(String), removedAt: expect.any(Number) },
    ]);
  });

  it('are granted to a save that the SDK retries because its response was lost', async () => {
    const retrying = makeUserStore(makeRepeatingDatabase(db.database), db.tableNames.users);
    expect(await retrying.save({ companyId: freshCompanyId(), id: 1, uid: 'E-1' })).toBe('written');
  });

  it('are granted to only one of many users that claim the same uid at the same time', async () => {
    const companyId = freshCompanyId();
    const ids = [1, 2, 3, 4, 5, 6, 7, 8];
    const saved = await Promise.allSettled(ids.map((id) => store.save({ companyId, id, uid: 'E-1' })));
    const holder = await store.findId(companyId, ['uid', 'E-1']);
    const found = await store.findAll(ids.map((userId) => ({ companyId, userId })));
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(found.map(({ id }) => id)).toEqual([holder]);
  });
});

describe('The device store', () => {
  const aUser = async () => {
    const user = { companyId: freshCompanyId(), userId: 1 };
    const endpoint = (id: string): string =>
      `arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/desk-app/${user.companyId}-${id}`;
    await store.save({ companyId: user.companyId, id: 1 });
    const registered = async (userId = 1) => (await store.find({ ...user, userId }))?.devices.toSorted();
    return { user, registered, endpoint };
  };

  it('moves a device to another user of the company, who then has it alone', async () => {
    const { user, registered, endpoint } = await aUser();
    const heir = { ...user, userId: 2 };
    await store.save({ companyId: heir.companyId, id: 2 });
    const phone = endpoint('phone');
    await devices.add(user, phone);
    expect(await devices.add(heir, phone)).toEqual({ outcome: 'written', movedFrom: 1 });
    expect([await registered(), await registered(2)]).toEqual([[], [phone]]);
    expect(await devices.add(user, phone)).toEqual({ outcome: 'written', movedFrom: 2 });
  });

  it('gives a device to one of two users who register it at once', async () => {
    const { user, registered, endpoint } = await aUser();
    const other = { ...user, userId: 2 };
    await store.save({ companyId: other.companyId, id: 2 });
    await Promise.all([devices.add(user, endpoint('phone')), devices.add(other, endpoint('phone'))]);
    expect([await registered(), await registered(2)].flat()).toEqual([endpoint('phone')]);
  });

  it('leaves a device to a user of another company until that user no longer has it', async () => {
    const { user: owner, endpoint } = await aUser();
    const { user, registered } = await aUser();
    const phone = endpoint('phone');
    await devices.add(owner, phone);
    expect(await devices.add(user, phone)).toEqual({ outcome: 'taken' });
    await devices.remove(owner, phone);
    expect(await devices.add(user, phone)).toEqual({ outcome: 'written' });
    expect(await registered()).toEqual([phone]);
  });

  it('leaves nothing of the devices of a removed user', async () => {
    const { user, endpoint } = await aUser();
    for (const id of ['a', 'b']) await devices.add(user, endpoint(id));
    await store.change(user, () => undefined);
    const { Items = [] } = await db.database.send(new ScanCommand({ TableName: db.tableNames.users }));
    const left = Items.filter(({ companyId }) => companyId === user.companyId);
    expect(left).toEqual([]);
  });

  it('adds each device only once, removes devices, and keeps the others when the user is saved again', async () => {
    const { user, registered, endpoint } = await aUser();
    expect(await devices.add(user, endpoint('a'))).toEqual({ outcome: 'written' });
    expect(await devices.add(user, endpoint('b'))).toEqual({ outcome: 'written' });
    expect(await devices.add(user, endpoint('a'))).toEqual({ outcome: 'unchanged' });
    expect(await registered()).toEqual([endpoint('a'), endpoint('b')]);
    expect(await devices.remove(user, endpoint('a'))).toBe('written');
    expect(await devices.remove(user, endpoint('a'))).toBe('unchanged');
    await store.save({ companyId: user.companyId, id: 1, uid: 'E-1' });
    expect(await registered()).toEqual([endpoint('b')]);
  });

  it('has room for a limited number of devices, even if several are added at once', async () => {
    const { user, registered, endpoint } = await aUser();
    const ids = Array.from({ length: MAX_DEVICES + 2 }, (_, index) => String(index));
    for (const id of ids.slice(0, -4)) await devices.add(user, endpoint(id));
    const outcomes = await Promise.all(ids.slice(-4).map((id) => devices.add(user, endpoint(id))));
    expect(outcomes.filter(({ outcome }) => outcome === 'full')).toHaveLength(2);
    expect(await registered()).toHaveLength(MAX_DEVICES);
    expect(await devices.add(user, endpoint('0'))).toEqual({ outcome: 'unchanged' });
    await devices.remove(user, endpoint('0'));
    expect(await devices.add(user, endpoint('new'))).toEqual({ outcome: 'written' });
  });

  it('does not create a missing user when a device is added or removed', async () => {
    const { user, endpoint } = await aUser();
    const nobody = { ...user, userId: 2 };
    expect(await devices.add(nobody, endpoint('a'))).toEqual({ outcome: 'no_user' });
    expect(await devices.remove(nobody, endpoint('a'))).toBe('unchanged');
    expect(await store.find(nobody)).toBeUndefined();
  });
});
