import type { AuditContext } from '../../domain/audit-entry.ts';
import type { DeviceStore } from '../../domain/device.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import type { UserRef } from '../../domain/user.ts';
import type { WriteOutcome } from '../../domain/write-outcome.ts';

/** The dependencies of changes of a user's devices. */
export interface DeviceContext extends AuditContext {
  readonly devices: DeviceStore;
}

/** The log does not record the endpoint, because it outlives the user's data. */
const record = (
  { adminLog, actor, now }: DeviceContext,
  { companyId, userId }: UserRef,
  action: 'devices.add' | 'devices.remove',
): Promise<void> =>
  adminLog.recordAdmin({ kind: 'admin', companyId, receivedAt: now(), actor, action, target: { userId } });

/**
 * Registers a device for pushes.
 * @param endpoint ARN of its SNS platform endpoint, as `validateEndpoint` accepts it
 * @throws UseCaseError `user_not_found`
 */
export const addDevice = async (context: DeviceContext, user: UserRef, endpoint: string): Promise<WriteOutcome> => {
  const outcome = await context.devices.add(user, endpoint);
  if (!outcome) throw new UseCaseError('user_not_found', { companyId: user.companyId });
  if (outcome === 'written') await record(context, user, 'devices.add');
  return outcome;
};

/** @throws UseCaseError `device_not_found` */
export const removeDevice = async (context: DeviceContext, user: UserRef, endpoint: string): Promise<void> => {
  const outcome = await context.devices.remove(user, endpoint);
  if (outcome === 'unchanged') throw new UseCaseError('device_not_found');
  await record(context, user, 'devices.remove');
};
