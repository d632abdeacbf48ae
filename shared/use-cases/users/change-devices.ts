import { auditEntry, type Acting, type AdminEntry } from '../../domain/audit-entry.ts';
import { MAX_DEVICES, type DeviceStore, type UserRef } from '../../domain/user.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import type { WriteOutcome } from '../../domain/write-outcome.ts';

interface DeviceContext extends Acting {
  readonly devices: DeviceStore;
}

/** The endpoint is not logged, because log entries outlive the user's data. */
const entryOf = (
  context: DeviceContext,
  { companyId, userId }: UserRef,
  action: 'devices.add' | 'devices.remove',
): AdminEntry => auditEntry(context, companyId, { action, target: { userId } });

/**
 * @param endpoint ARN of an SNS platform endpoint
 * @throws UseCaseError `user_not_found`, `too_many_devices`
 */
export const addDevice = async (context: DeviceContext, user: UserRef, endpoint: string): Promise<WriteOutcome> => {
  const outcome = await context.devices.add(user, endpoint, entryOf(context, user, 'devices.add'));
  if (!outcome) throw new UseCaseError('user_not_found', { companyId: user.companyId });
  if (outcome === 'full') throw new UseCaseError('too_many_devices', { max: MAX_DEVICES });
  return outcome;
};

/** @throws UseCaseError `device_not_found` */
export const removeDevice = async (context: DeviceContext, user: UserRef, endpoint: string): Promise<void> => {
  const outcome = await context.devices.remove(user, endpoint, entryOf(context, user, 'devices.remove'));
  if (outcome === 'unchanged') throw new UseCaseError('device_not_found');
};
