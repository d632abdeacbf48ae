import type { CheckinEntry } from '../../../shared/domain/logs.ts';
import type { Booking, CheckinRecord } from '../../../shared/domain/booking.ts';
import type { Item, Write } from '../../support/memory-database/memory-database.ts';
import {
  findCheckinViolations,
  isCheckedIn,
  type CheckedIn,
  type CheckinRequestRecord,
} from '../invariants/checkin-invariants.ts';
import { toViolations, type Findings, type Violation } from '../invariants/violation.ts';
import { attemptsOf, type Attempt, type Group, type RunRecord } from './actor.ts';
import { gate } from './company.ts';
import { NOON } from './world.ts';

/** The response to one check-in of a gate, or to an item of a batch. `checkedIn`: the bookings' ids, if `details` were asked. */
export type GateResponse = { readonly requestId: string } & (
  | { readonly count: number; readonly checkedIn?: readonly string[] }
  | { readonly error: string }
);

/** The responses to the check-ins of one attempt, in the order of the check-ins; empty if the actor got no response. */
const responsesOf = (attempt: Attempt): readonly GateResponse[] => {
  const { swipes } = attempt.actor;
  if (!swipes) return [];
  if (attempt.end === 'succeeded') return [attempt.value as GateResponse | GateResponse[]].flat();
  if (swipes.length > 1 || attempt.end === 'lost') return [];
  return [{ requestId: attempt.requestId, error: attempt.end === 'refused' ? attempt.code : 'dependency_unavailable' }];
};

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
          return response ? { ...response, status: statusOf(response) } : { requestId: attempt.requestId };
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
export const removedCheckins = ({ world }: RunRecord): CheckedIn[] =>
  world.journal.flatMap(({ before, after }) => {
    const [old, next] = [checkinOf(before), checkinOf(after)];
    return before && old && old.checkinId !== next?.checkinId ? [toBooking(before)].filter(isCheckedIn) : [];
  });

export const bookingsOf = ({ world }: RunRecord): Booking[] => world.database.items('bookings').map(toBooking);

/** Checks each write of a check-in, in the order of the writes. */
const judgeWrites = ({ world }: RunRecord): Findings => {
  const written = new Set<string>();
  /** The check-ins of cancelled bookings, with their requests. A retry by the SDK may repeat one if the booking is created again. */
  const cancelled = new Map<string, string>();
  const overwritten: string[] = [];
  const repeated: string[] = [];
  for (const { key, before, after } of world.journal) {
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

/** Checks that the log has the response to each check-in, unless the service gave up writing the entry or erased it. */
const judgeResponses = ({ attempts, world: { database }, isStale }: RunRecord): Findings => {
  const isErased = database.items('auditLog').some(({ action }) => action === 'users.remove');
  const logged = database.items('checkinLog') as unknown as CheckinEntry[];
  const entries = new Map(logged.map((one) => [one.requestId, one]));
  const isLogged = (response: GateResponse): boolean => {
    const { statusCode, checkinCount = 0 } = entries.get(response.requestId) ?? {};
    return statusCode === statusOf(response) && (!('count' in response) || checkinCount === response.count);
  };
  return {
    'the log records what happened': attempts
      .filter(({ isLogFailed }) => !isLogFailed && !isErased)
      .flatMap(responsesOf)
      .filter((one) => statusOf(one) !== 401 && !isLogged(one)),
    'details list as many bookings as the count': attempts
      .flatMap(responsesOf)
      .filter((one) => !isStale && 'count' in one && one.checkedIn && one.checkedIn.length !== one.count),
  };
};

const judgeCheckins = (run: RunRecord): Violation[] => {
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
    ...toViolations({ ...judgeWrites(run), ...judgeResponses(run) }),
  ];
};

/** The codes with which an attempt, or items of its batch, were rejected. */
const refusalsOf = (attempt: Attempt): string[] =>
  attempt.end === 'refused'
    ? [attempt.code]
    : responsesOf(attempt).flatMap((one) =>
        'error' in one && one.error !== 'dependency_unavailable' ? [one.error] : [],
      );

const isServed = (attempt: Attempt): boolean =>
  attempt.end === 'succeeded' && (!attempt.actor.swipes || responsesOf(attempt).some((one) => 'count' in one));

/** Checks what each response says, and that those who lost their access get none. */
const judgeAttempts = (run: RunRecord): Findings => {
  const { actors, attempts, isStale, world } = run;
  const madeBy = ({ requestId }: Attempt): number => world.effects[requestId] ?? 0;
  const isExcused = (attempt: Attempt): boolean =>
    attempt.actor.changes !== undefined ||
    actors.some(({ excuses }) => excuses) ||
    (isStale && refusalsOf(attempt).every((code) => code === 'user_not_found'));
  return {
    'a refused request has changed nothing': attempts
      .filter((attempt) => attempt.end === 'refused' && madeBy(attempt) > 0)
      .map(({ requestId }) => requestId),
    'no request is refused without a reason': attempts
      .filter((attempt) => refusalsOf(attempt).length > 0 && !isExcused(attempt))
      .map((attempt) => `${attempt.requestId}: ${refusalsOf(attempt).join()}`),
    'a request sent after the loss of access is not served': actors.flatMap(({ name, ends = [] }) =>
      ends
        .flatMap((other) => attemptsOf(run, other))
        .filter((attempt) => attempt.succeededBefore.includes(name) && isServed(attempt))
        .map(({ requestId }) => `${requestId} after ${name}`),
    ),
    'a response says what was changed': attempts.flatMap((attempt) => {
      if (attempt.end !== 'succeeded') return [];
      const made = madeBy(attempt);
      const said = attempt.actor.changes?.(attempt.value, made) ?? made;
      return said === made ? [] : [`${attempt.requestId} acknowledged ${said} changes, and made ${made}`];
    }),
    'nothing acknowledged is lost': attempts
      .filter((attempt) => attempt.end === 'succeeded' && attempt.actor.isStored?.(world, attempt.value) === false)
      .map(({ requestId }) => requestId),
  };
};

/** Finds the invariants that a run broke. `audit-rule.ts` checks each write during the run. */
export const judge = (group: Group, run: RunRecord): Violation[] =>
  run.world.violation
    ? [run.world.violation]
    : [...judgeCheckins(run), ...toViolations(judgeAttempts(run)), ...toViolations(group.judge?.(run) ?? {})];
