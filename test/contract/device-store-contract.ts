import { expect, it } from '@jest/globals';
import type { DeviceStore } from '../../shared/domain/device.ts';
import type { UserStore } from '../../shared/domain/user.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';

const endpoint = (id: string): string => `arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/desk-app/${id}`;

/** The tests for every {@link DeviceStore}, on any storage. */
export const describeDeviceStore = (open: () => { users: UserStore; devices: DeviceStore }): void => {
  const aUser = async () => {
    const { users, devices } = open();
    const user = { companyId: freshCompanyId(), userId: 1 };
    await users.save({ companyId: user.companyId, id: 1 });
    const registered = async () => (await users.find(user))?.devices.toSorted();
    return { users, devices, user, registered };
  };

  it('adds each device only once, and removes devices', async () => {
    const { devices, user, registered } = await aUser();
    expect(await devices.add(user, endpoint('a'))).toBe('written');
    expect(await devices.add(user, endpoint('b'))).toBe('written');
    expect(await devices.add(user, endpoint('a'))).toBe('unchanged');
    expect(await registered()).toEqual([endpoint('a'), endpoint('b')]);
    expect(await devices.remove(user, endpoint('a'))).toBe('written');
    expect(await devices.remove(user, endpoint('a'))).toBe('unchanged');
    expect(await registered()).toEqual([endpoint('b')]);
  });

  it('keeps the devices when the user is saved again', async () => {
    const { users, devices, user, registered } = await aUser();
    await devices.add(user, endpoint('a'));
    await users.save({ companyId: user.companyId, id: 1, uid: 'E-1' });
    expect(await registered()).toEqual([endpoint('a')]);
  });

  it('creates no user by adding or removing a device', async () => {
    const { users, devices, user } = await aUser();
    const nobody = { ...user, userId: 2 };
    expect(await devices.add(nobody, endpoint('a'))).toBeUndefined();
    expect(await devices.remove(nobody, endpoint('a'))).toBe('unchanged');
    expect(await users.find(nobody)).toBeUndefined();
  });

  it('adds all of several devices even if another device is removed at the same time', async () => {
    const { devices, user, registered } = await aUser();
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    await devices.add(user, endpoint('old'));
    await Promise.all([devices.remove(user, endpoint('old')), ...ids.map((id) => devices.add(user, endpoint(id)))]);
    expect(await registered()).toEqual(ids.map(endpoint));
  });
};
