import type { Item, Write } from '../../../support/memory-database/memory-database.ts';
import type { Booking, CheckinRecord } from '../../../../shared/domain/booking.ts';
import type { CheckinEntry } from '../../../../shared/domain/activity-log.ts';
import {
  findCheckinViolations,
  isCheckedIn,
  type CheckedIn,
  type CheckinResponse,
  type CheckinRequestRecord,
} from '../../invariants/checkin-invariants.ts';
import type { Violation } from '../../invariants/violation.ts';
import type { RunRecord } from '../scenario.ts';
import { NOON } from '../environment.ts';
import { responsesOf, type GateResponse } from './gate-responses.ts';
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
const requestsOf = (run: RunRecord): CheckinRequestRecord[] => {
  const sent = run.actors.flatMap((actor) =>
    (actor.swipes ?? []).map(({ key }, index) => ({
      name: key ?? actor.name,
      hasKey: key !== undefined,
      responses: (run.attempts[actor.name] ?? []).map((attempt): CheckinResponse => {
        const response = responsesOf(actor, attempt)[index];
        if (!response) return { requestId: attempt.requestId };
        const { requestId } = response;
        return 'error' in response
          ? { requestId, status: statusOf(response) }
          : { requestId, status: 200, count: response.count };
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
const judgeWrites = ({ environment }: RunRecord): Violation[] => {
  const writtenCheckins = new Set<string>();
  /**
   * The check-ins of cancelled bookings, each with the id of the request that made it. If the booking is created again, an SDK
   * retry of that request's write may check it in.
   */
  const cancelled = new Map<string, string>();
  return environment.journal.flatMap(({ key, before, after }) => {
    const [old, now] = [checkinOf(before), checkinOf(after)];
    const violations: Violation[] = [];
    if (old && now && old.checkinId !== now.checkinId)
      violations.push({
        invariant: 'no check-in overwrites another',
        detail: `${key}: ${now.checkinId} over ${old.checkinId}`,
      });
    if (now && old?.checkinId !== now.checkinId) {
      const effect = `${key} ${now.checkinId}`;
      if (writtenCheckins.has(effect) && cancelled.get(effect) !== now.requestId)
        violations.push({
          invariant: 'a retry does not check in what was undone, cancelled or moved',
          detail: effect,
        });
      writtenCheckins.add(effect);
    }
    if (old && !after) cancelled.set(`${key} ${old.checkinId}`, old.requestId);
    return violations;
  });
};

/** Checks that the log contains the response to each check-in, unless the service gave up writing the entry or erased it. */
const judgeLog = (run: RunRecord): Violation[] => {
  const { database } = run.environment;
  if (database.items('auditLog').some(({ action }) => action === 'users.remove')) return [];
  const entries = new Map(
    (database.items('checkinLog') as unknown as CheckinEntry[]).map((entry) => [entry.requestId, entry]),
  );
  return run.actors.flatMap((actor) =>
    (run.attempts[actor.name] ?? [])
      .filter(({ isLogFailed }) => !isLogFailed)
      .flatMap((attempt) => responsesOf(actor, attempt))
      .filter((response) => statusOf(response) !== 401)
      .flatMap((response) => {
        const { statusCode, checkinCount = 0 } = entries.get(response.requestId) ?? {};
        const count = 'count' in response ? response.count : checkinCount;
        return statusCode === statusOf(response) && checkinCount === count
          ? []
          : [
              {
                invariant: 'the log records what happened',
                detail: `${JSON.stringify(response)}, logged ${statusCode} with ${checkinCount}`,
              },
            ];
      }),
  );
};

/** Checks that `details` lists as many checked-in bookings as were counted, unless the index was stale. */
const judgeDetails = (run: RunRecord): Violation[] =>
  (run.isStale ? [] : run.actors).flatMap((actor) =>
    (run.attempts[actor.name] ?? [])
      .flatMap((attempt) => responsesOf(actor, attempt))
      .flatMap((response) =>
        'count' in response && response.checkedIn && response.checkedIn.length !== response.count
          ? [{ invariant: 'details list as many bookings as the count', detail: JSON.stringify(response) }]
          : [],
      ),
  );

/** Checks the invariants of check-ins. Those that the fault test checks too are in checkin-invariants.ts. */
export const judgeCheckins = (run: RunRecord): Violation[] => {
  const requests = requestsOf(run);
  if (requests.length === 0) return [];
  return [
    ...findCheckinViolations({
      clientId: gate.clientId,
      bookings: bookingsOf(run),
      requests,
      removedCheckins: removedCheckins(run),
      changed: new Set(
        run.environment.journal.filter(isChange).map(({ before, after }) => (after ?? before)?.['bookingId'] as string),
      ),
      isIndexStale: run.isStale,
    }),
    ...judgeWrites(run),
    ...judgeLog(run),
    ...judgeDetails(run),
  ];
};
