import type { Item, Write } from '../../../support/memory-database/memory-database.ts';
import type { Booking, CheckinRecord } from '../../../../shared/domain/booking.ts';
import type { CheckinEntry } from '../../../../shared/domain/activity-log.ts';
import {
  findCheckinViolations,
  isCheckedIn,
  type CheckedIn,
  type CheckinRequestRecord,
} from '../../invariants/checkin-invariants.ts';
import { toViolations, type Findings, type Violation } from '../../invariants/violation.ts';
import type { RunRecord } from '../scenario.ts';
import { NOON } from '../environment.ts';
import { responsesOf, type GateResponse } from './gate-actors.ts';
import { gate } from './company.ts';

const statuses: Readonly<Record<string, number>> = {
  user_not_found: 404,
  idempotency_key_reused: 422,
  dependency_unavailable: 503,
};

const statusOf = (response: GateResponse): number => ('error' in response ? (statuses[response.error] ?? 401) : 200);

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
const requestsOf = ({ actors, attempts }: RunRecord): CheckinRequestRecord[] => {
  const sent = actors.flatMap((actor) =>
    (actor.swipes ?? []).map(({ key }, index) => ({
      name: key ?? actor.name,
      hasKey: key !== undefined,
      responses: attempts
        .filter((attempt) => attempt.actor === actor)
        .map((attempt) => {
          const response = responsesOf(attempt)[index];
          if (!response) return { requestId: attempt.requestId };
          return { ...response, status: statusOf(response) };
        }),
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
export const removedCheckins = ({ environment }: RunRecord): CheckedIn[] =>
  environment.journal.flatMap(({ before, after }) => {
    const [old, next] = [checkinOf(before), checkinOf(after)];
    return before && old && old.checkinId !== next?.checkinId ? [toBooking(before)].filter(isCheckedIn) : [];
  });

export const bookingsOf = ({ environment }: RunRecord): Booking[] =>
  environment.database.items('bookings').map(toBooking);

/** Checks the invariants of each write, in the order of the writes. */
const judgeWrites = ({ environment }: RunRecord): Findings => {
  const written = new Set<string>();
  /**
   * The check-ins of cancelled bookings, each with the id of the request that made it. If the booking is created again, an SDK
   * retry of that request's write may check it in.
   */
  const cancelled = new Map<string, string>();
  const overwritten: string[] = [];
  const repeated: string[] = [];
  for (const { key, before, after } of environment.journal) {
    const [old, now] = [checkinOf(before), checkinOf(after)];
    const isNew = now && old?.checkinId !== now.checkinId;
    if (old && isNew) overwritten.push(`${key}: ${now.checkinId} over ${old.checkinId}`);
    if (isNew) {
      const effect = `${key} ${now.checkinId}`;
      if (written.has(effect) && cancelled.get(effect) !== now.requestId) repeated.push(effect);
      written.add(effect);
    }
    if (old && !after) cancelled.set(`${key} ${old.checkinId}`, old.requestId);
  }
  return {
    'no check-in overwrites another': overwritten,
    'a retry does not check in what was undone, cancelled or moved': repeated,
  };
};

/**
 * Checks that the log contains the response to each check-in, unless the service gave up writing the entry or erased it, and
 * that `details` lists as many checked-in bookings as were counted, unless the index was stale.
 */
const judgeResponses = ({ attempts, environment, isStale }: RunRecord): Findings => {
  const { database } = environment;
  const isErased = database.items('auditLog').some(({ action }) => action === 'users.remove');
  const entries = new Map(
    (database.items('checkinLog') as unknown as CheckinEntry[]).map((one) => [one.requestId, one]),
  );
  const isLogged = (response: GateResponse): boolean => {
    const { statusCode, checkinCount = 0 } = entries.get(response.requestId) ?? {};
    return statusCode === statusOf(response) && (!('count' in response) || checkinCount === response.count);
  };
  const logged = attempts.filter(({ isLogFailed }) => !isLogFailed).flatMap(responsesOf);
  return {
    'the log records what happened': logged.filter((one) => !isErased && statusOf(one) !== 401 && !isLogged(one)),
    'details list as many bookings as the count': attempts
      .flatMap(responsesOf)
      .filter((one) => !isStale && 'count' in one && one.checkedIn && one.checkedIn.length !== one.count),
  };
};

/** Checks the invariants of check-ins. Those that the fault test checks too are in checkin-invariants.ts. */
export const judgeCheckins = (run: RunRecord): Violation[] => {
  const requests = requestsOf(run);
  if (requests.length === 0) return [];
  const changed = run.environment.journal
    .filter(isChange)
    .map(({ before, after }) => (after ?? before)?.['bookingId'] as string);
  return [
    ...findCheckinViolations({
      clientId: gate.clientId,
      bookings: bookingsOf(run),
      requests,
      removedCheckins: removedCheckins(run),
      changed: new Set(changed),
      isIndexStale: run.isStale,
    }),
    ...toViolations({ ...judgeWrites(run), ...judgeResponses(run) }),
  ];
};
