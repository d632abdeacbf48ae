import { hash } from 'node:crypto';
import type { AuditEntry } from '../../domain/audit-entry.ts';
import { MAX_DEVICES, type DeviceStore, type UserRef } from '../../domain/user.ts';
import { noAudit } from './audit-log.ts';
import { getItem, type Database } from './database.ts';
import { ifAbsent, stillHas } from './expressions.ts';
import { joinKey } from './join-key.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { commit, type TransactionWrite } from './transaction.ts';
import { toStoredUser, userKey } from './user-reader.ts';

/**
 * The key of the item that says whose device an endpoint is, one for all companies: it begins with an empty company id, which no
 * user's key has. An endpoint can be as long as a key, hence the digest. The item is deleted with the device, and is ignored unless
 * its user has the device, so that a left-over item locks nobody out.
 */
export const deviceKey = (endpoint: string) => ({
  userKey: joinKey('', 'device', hash('sha256', endpoint, 'base64url')),
});

export const toDeviceRelease = (TableName: string, endpoint: string): TransactionWrite => ({
  Delete: { TableName, Key: deviceKey(endpoint) },
});

const isSame = (one: UserRef, other: UserRef): boolean =>
  one.companyId === other.companyId && one.userId === other.userId;

/** Devices are a set in the user's item, so changes are atomic. @param toAuditWrites needed for audited changes */
export const makeDeviceStore = (database: Database, table: string, toAuditWrites = noAudit): DeviceStore => {
  const change =
    (action: 'ADD' | 'DELETE', ConditionExpression: string, values: object) => (user: UserRef, endpoint: string) => ({
      Update: {
        TableName: table,
        Key: userKey(user),
        UpdateExpression: `${action} devices :devices`,
        ConditionExpression,
        ExpressionAttributeValues: { ':devices': new Set([endpoint]), ':endpoint': endpoint, ...values },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      },
    });
  const toAddition = change(
    'ADD',
    'attribute_exists(companyId) AND (attribute_not_exists(devices) OR (size(devices) < :max AND NOT contains(devices, :endpoint)))',
    { ':max': MAX_DEVICES },
  );
  const toRemoval = change('DELETE', 'contains(devices, :endpoint)', {});
  const toWrites = (entries: readonly AuditEntry[]) => entries.flatMap(toAuditWrites);

  /** Returns who has the device, and the condition that this has not changed. */
  const findOwner = async (endpoint: string) => {
    const claim = (await getItem(database, table, deviceKey(endpoint))) as UserRef | undefined;
    if (!claim) return { owner: undefined, condition: ifAbsent('userKey') };
    const { companyId, userId } = claim;
    const user = toStoredUser(await getItem(database, table, userKey(claim)));
    const owner = user?.devices.includes(endpoint) ? { companyId, userId } : undefined;
    return { owner, condition: stillHas({ companyId, userId }) };
  };

  return {
    add: (user, endpoint, toEntries = () => []) =>
      retryOnConflict(async () => {
        const { owner, condition } = await findOwner(endpoint);
        const former = owner && !isSame(owner, user) ? owner : undefined;
        if (former && former.companyId !== user.companyId) return { outcome: 'taken' };
        const { companyId, userId } = user;
        const result = await commit(database, [
          toAddition(user, endpoint),
          { Put: { TableName: table, Item: { ...deviceKey(endpoint), companyId, userId }, ...condition } },
          ...(former ? [toRemoval(former, endpoint)] : []),
          ...toWrites(toEntries(former)),
        ]);
        if (result.isCommitted) return { outcome: 'written', ...(former && { movedFrom: former.userId }) };
        const rejectedAddition = result.failed.find(({ index }) => index === 0);
        if (!rejectedAddition) return false;
        // A tombstone has no company.
        const { companyId: companyOfUser, devices } = rejectedAddition.found ?? {};
        if (companyOfUser === undefined) return { outcome: 'no_user' };
        return { outcome: (devices as ReadonlySet<string>).has(endpoint) ? 'unchanged' : 'full' };
      }),
    async remove(user, endpoint, entry) {
      const result = await commit(database, [
        toRemoval(user, endpoint),
        toDeviceRelease(table, endpoint),
        ...toWrites(entry ? [entry] : []),
      ]);
      return result.isCommitted ? 'written' : 'unchanged';
    },
  };
};
