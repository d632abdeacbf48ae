import type { CheckinEntry } from '../../../shared/domain/logs.ts';
import type { Booking, CheckinRecord } from '../../../shared/domain/booking.ts';
import { gateErrors, type ErrorCode } from '../../../shared/rules/errors.ts';
import type { Item, Write } from '../../support/memory-database/memory-database.ts';
import {
  findCheckinViolations,
  isCheckedIn,
  type CheckedIn,
  type CheckinRequestRecord,
  type CheckinResponse,
} from '../invariants/checkin-invariants.ts';
import { toViolations, type Findings, type Violation } from '../invariants/violation.ts';
import { attemptsOf, type Attempt, type Group, type Run } from './actor.ts';
import { gate } from './company.ts';
import { NOON } from './world.ts';

/** The responses to the check-ins of one attempt. A batch that fails as a whole counts as unanswered. */
const responsesOf = ({ actor: { swipes = [] }, requestId, end, value, code }: Attempt): CheckinResponse[] => {
  if (swipes.length > 0 && end === 'succeeded') return value as CheckinResponse[];
  const isAnswered = swipes.length === 1 && code !== undefined;
  return swipes.map(() => ({ requestId, ...(isAnswered && { status: gateErrors[code as ErrorCode] }) }));
};

const toBooking = (item: Item): Booking =>
  ({ ...item, user: { companyId: item['companyId'], userId: item['userId'] } }) as unknown as Booking;

const checkinOf = (item: Item | undefined): CheckinRecord | undefined => item?.['checkin'] as CheckinRecord | undefined;

/** Whether a write did anything other than set the check-in of an existing booking. */
const isChange = ({ before, after }: Write): boolean => {
  if (!before || !after) return true;
  const withoutCheckin = ({ checkin: _, ...item }: Item) => JSON.stringify(item);
  return withoutCheckin(before) !== withoutCheckin(after) || checkinOf(after) === undefined;
};

/** The check-in requests of a run. Attempts with the same key count as one request. */
const requestsOf = (run: Run): CheckinRequestRecord[] => {
  const sent = run.actors.flatMap(({ name, swipes = [] }) =>
    swipes.map(({ key }, index) => ({
      name: key ?? name,
      hasKey: key !== undefined,
      responses: attemptsOf(run, name).map((attempt) => responsesOf(attempt)[index] as CheckinResponse),
    })),
  );
  return [...Map.groupBy(sent, ({ name }) => name)].map(([name, parts]) => ({
    name,
    hasKey: parts.every(({ hasKey }) => hasKey),
    at: NOON,
    notify: true,
    responses: parts.flatMap(({ responses }) => responses),
  }));
};

/** Bookings as they were before their check-in was removed. */
export const removedCheckins = ({ world }: Run): CheckedIn[] =>
  world.journal.flatMap(({ before, after }) => {
    const [old, next] = [checkinOf(before), checkinOf(after)];
    return before && old && old.checkinId !== next?.checkinId ? [toBooking(before)].filter(isCheckedIn) : [];
  });

export const bookingsOf = ({ world }: Run): Booking[] => world.database.items('bookings').map(toBooking);

/** Checks each write of a check-in, in the order of the writes. */
const judgeWrites = ({ world }: Run): Findings => {
  const written = new Set<string>();
  const overwritten: string[] = [];
  const repeated: string[] = [];
  for (const { key, before, after } of world.journal) {
    const [old, now] = [checkinOf(before), checkinOf(after)];
    if (!now || old?.checkinId === now.checkinId) continue;
    const effect = `${key} ${now.checkinId}`;
    if (old) overwritten.push(`${effect} over ${old.checkinId}`);
    if (written.has(effect)) repeated.push(effect);
    written.add(effect);
  }
  return {
    'no check-in overwrites another': overwritten,
    'a retry does not check in what was undone, cancelled or moved': repeated,
  };
};

/** Checks that the log has the response to each check-in, unless the service gave up writing the entry or erased it. */
const judgeLog = ({ attempts, world: { database } }: Run): Findings => {
  const isErased = database.items('auditLog').some(({ action }) => action === 'users.remove');
  const logged = database.items('checkinLog') as unknown as CheckinEntry[];
  const entries = new Map(logged.map((one) => [one.requestId, one]));
  const isLogged = ({ requestId = '', status, count }: CheckinResponse): boolean => {
    const { statusCode, checkinCount = 0 } = entries.get(requestId) ?? {};
    return statusCode === status && (count === undefined || checkinCount === count);
  };
  return {
    'the log records what happened': attempts
      .filter(({ isLogFailed }) => !isLogFailed && !isErased)
      .flatMap(responsesOf)
      .filter((one) => one.status !== undefined && one.status !== 401 && !isLogged(one)),
  };
};

const judgeCheckins = (run: Run): Violation[] => {
  const requests = requestsOf(run);
  if (requests.length === 0) return [];
  const changed = run.world.journal.filter(isChange).map(({ before, after }) => (after ?? before)?.['bookingId']);
  return [
    ...findCheckinViolations({
      clientId: gate.clientId,
      bookings: bookingsOf(run),
      requests,
      removedCheckins: removedCheckins(run),
      changed: new Set(changed as string[]),
      isIndexStale: run.isStale,
    }),
    ...toViolations({ ...judgeWrites(run), ...judgeLog(run) }),
  ];
};

/** Checks what each response says, and that those who lost their access get none. */
const judgeAttempts = (run: Run): Findings => {
  const { actors, attempts, isStale, world } = run;
  const statusesOf = (attempt: Attempt) => responsesOf(attempt).map(({ status }) => status);
  const isServed = (attempt: Attempt): boolean =>
    attempt.end === 'succeeded' && (!attempt.actor.swipes || statusesOf(attempt).includes(200));
  const isRefused = (attempt: Attempt): boolean =>
    attempt.end === 'refused' || statusesOf(attempt).some((status = 200) => ![200, 503].includes(status));
  // A query that misses the last write may miss the user.
  const isExcused = (attempt: Attempt): boolean =>
    attempt.actor.changes !== undefined ||
    actors.some(({ ends }) => ends) ||
    (isStale && statusesOf(attempt).includes(404));
  const requestIds = (found: readonly Attempt[]): string[] => found.map(({ requestId }) => requestId);
  return {
    'no request is refused without a reason': requestIds(
      attempts.filter((attempt) => isRefused(attempt) && !isExcused(attempt)),
    ),
    'a request sent after the loss of access is not served': actors.flatMap(({ name, ends = [] }) =>
      requestIds(
        attempts.filter((one) => ends.includes(one.actor.name) && one.succeededBefore.includes(name) && isServed(one)),
      ),
    ),
    // If a different request changes the item before the SDK retries a write, the retry writes again. So there can be more.
    'a response says what was changed': attempts.flatMap((attempt) => {
      const { requestId, end, value, actor } = attempt;
      const said = end === 'succeeded' ? actor.changes?.(value) : 0;
      if (said === undefined || (end !== 'succeeded' && end !== 'refused')) return [];
      const made = world.effects[requestId] ?? 0;
      return said > made || (said === 0 && made > 0) ? [`${requestId} said ${said}, but made ${made}`] : [];
    }),
    'nothing acknowledged is lost': requestIds(
      attempts.filter((one) => one.end === 'succeeded' && one.actor.isStored?.(world, one.value) === false),
    ),
  };
};

/** Finds the invariants that a run broke. `audit-rule.ts` checks each write during the run. */
export const judge = (group: Group, run: Run): Violation[] =>
  run.world.violation
    ? [run.world.violation]
    : [...judgeCheckins(run), ...toViolations(judgeAttempts(run)), ...toViolations(group.judge?.(run) ?? {})];
