import { isDeepStrictEqual } from 'node:util';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../../domain/instant.ts';
import { changedBy, type Acting } from '../../domain/audit-entry.ts';
import type { KnownUser, User, UserProfile, UserStore } from '../../domain/user.ts';
import { noAudit } from './audit-log.ts';
import { getItem, type Database, type Item } from './database.ts';
import { makeUserReader, toUser } from './user-reader.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { toKnownUser, userKey, withoutRevision } from './user-item.ts';
import { writeUser } from './user-writes.ts';

const profileOf = ({ devices: _, changedBy: __, ...profile }: User): UserProfile => profile;

/**
 * Whether the user was removed, or a new user got the id, after the request began. A time in the future is ignored, because it
 * comes from a fast clock.
 */
const isGoneSince = ({ removedAt, takenAt: idReusedAt }: Item, begunAt: Instant, now: Acting['now']): boolean => {
  const changedAt = removedAt ?? idReusedAt;
  return typeof changedAt === 'number' && begunAt < changedAt && changedAt <= now();
};

/** @param toAuditWrites needed for audited changes */
export const makeUserStore = (database: Database, table: string, toAuditWrites = noAudit): UserStore => {
  const change: UserStore['change'] = async (ref, decide, known, audited) => {
    let wasThere = false;
    return retryOnConflict(async (isFirst) => {
      const item: Item | KnownUser | undefined =
        known && isFirst ? known.user : await getItem(database, table, userKey(ref));
      const found = known && isFirst ? known.user : toKnownUser(item as Item | undefined);
      wasThere ||= found !== undefined;
      const before = found && withoutRevision(found);
      const { by, begunAt } = audited ?? {};
      const isRemovedMeanwhile = wasThere && found === undefined;
      if (item && by && begunAt !== undefined && (isRemovedMeanwhile || isGoneSince({ ...item }, begunAt, by.now)))
        return { outcome: 'unchanged', before, after: before };
      const decided = decide(before);
      const after = decided && profileOf(decided as User);
      if (isDeepStrictEqual(before && profileOf(before), after)) return { outcome: 'unchanged', before, after };
      const author = audited && { changedBy: changedBy(audited.by) };
      const others = (audited?.entries?.(before, after) ?? []).flatMap(toAuditWrites);
      if (!(await writeUser(database, table, { ref, read: item, before, after, ...author, others }))) return false;
      return { outcome: after ? 'written' : 'deleted', before, after };
    });
  };

  return {
    ...makeUserReader(database, table),
    change,
    async isRemoved(ref) {
      const item = await getItem(database, table, userKey(ref));
      return item !== undefined && toKnownUser(item) === undefined;
    },
    async save(profile) {
      const { outcome } = await change({ companyId: profile.companyId, userId: profile.id }, () => profile);
      return outcome === 'unchanged' ? outcome : 'written';
    },
    async listByCompany(companyId, { after = 0, limit }) {
      const page = await database.send(
        new QueryCommand({
          TableName: table,
          IndexName: 'byCompany',
          KeyConditionExpression: 'companyId = :companyId AND #id > :after',
          ExpressionAttributeNames: { '#id': 'id' },
          ExpressionAttributeValues: { ':companyId': companyId, ':after': after },
          Limit: limit,
        }),
      );
      const items = (page.Items ?? []).map((item) => profileOf(toUser(item) as User));
      return { items, ...(page.LastEvaluatedKey && { next: page.LastEvaluatedKey['id'] as number }) };
    },
  };
};
