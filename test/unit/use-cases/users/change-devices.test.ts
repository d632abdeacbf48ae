import { describe, expect, it } from '@jest/globals';
import { addDevice, removeDevice } from '../../../../shared/use-cases/users/update-user.ts';
import { auditEntries } from '../../../support/audit-entries.ts';
import type { User } from '../../../../shared/domain/user.ts';
import { makeMemoryDatabase } from '../../../support/memory-database/memory-database.ts';
import { makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

const NOW = 1_800_000_000_000;
const user = { companyId: 'acme', userId: 42 };
const actor = { through: 'cli', id: 'olive' } as const;

const start = (...others: readonly User[]) => {
  const database = makeMemoryDatabase();
  const people = [...others, { companyId: 'acme', id: 42, devices: [] }];
  const users = makeInMemoryUsers(people, database);
  const find = async () => (await users.find(user))?.devices;
  const context = { devices: users, actor, now: () => NOW, endpointPrefix: 'arn:' };
  return { context, entries: () => auditEntries(database), find, database };
};

const entry = { kind: 'admin', companyId: 'acme', receivedAt: NOW, actor, target: { userId: 42 } };

describe('The devices of a user', () => {
  it('cannot be added twice or removed twice, and their changes are logged with the endpoint, apart from the entry', async () => {
    const { context, entries, find, database } = start();
    expect(await addDevice(context, user, 'arn:phone')).toEqual({ outcome: 'written' });
    expect(entries()).toEqual([{ ...entry, action: 'devices.add', after: { endpoint: 'arn:phone' } }]);
    expect(await addDevice(context, user, 'arn:phone')).toEqual({ outcome: 'unchanged' });
    expect(await find()).toEqual(['arn:phone']);
    await removeDevice(context, user, 'arn:phone');
    await expect(removeDevice(context, user, 'arn:phone')).rejects.toMatchObject({ code: 'device_not_found' });
    expect(await find()).toEqual([]);
    expect(entries()).toHaveLength(2);
    expect(JSON.stringify(database.items('auditLog'))).not.toContain('arn:phone');
    expect(entries()).toContainEqual({ ...entry, action: 'devices.remove', before: { endpoint: 'arn:phone' } });
  });

  it('include a phone that is handed on, which its former owner then no longer has', async () => {
    const { context, entries, find } = start({ companyId: 'acme', id: 7, devices: ['arn:phone'] });
    expect(await addDevice(context, user, 'arn:phone')).toEqual({ outcome: 'written', movedFrom: 7 });
    expect(await find()).toEqual(['arn:phone']);
    expect(entries()).toHaveLength(2);
    const endpoint = { endpoint: 'arn:phone' };
    expect(entries()).toContainEqual({ ...entry, action: 'devices.add', after: endpoint });
    expect(entries()).toContainEqual({ ...entry, action: 'devices.remove', target: { userId: 7 }, before: endpoint });
  });

  it('cannot be those of another company, or of another account or region', async () => {
    const { context, entries } = start({ companyId: 'globex', id: 7, devices: ['arn:phone'] });
    await expect(addDevice(context, user, 'arn:phone')).rejects.toMatchObject({ code: 'device_taken', details: {} });
    const foreign = { code: 'foreign_endpoint', details: { prefix: 'arn:' } };
    await expect(addDevice(context, user, 'urn:phone')).rejects.toMatchObject(foreign);
    expect(entries()).toEqual([]);
  });

  it('are limited to a number whose longest ARNs fit in the user’s item', async () => {
    const { context } = start();
    const add = (index: number) => addDevice(context, user, `arn:${index}`.padEnd(2048, '-'));
    for (let index = 0; index < 50; index += 1) expect(await add(index)).toEqual({ outcome: 'written' });
    await expect(add(50)).rejects.toMatchObject({ code: 'too_many_devices', details: { max: 50 } });
  });
});
