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
import type { Attempt, RunRecord } from '../scenario.ts';
import { NOON } from '../environment.ts';
import type { GateResponse } from './gate-actors.ts';
import { company, gate } from './company.ts';

/** A request with a key, or one without, and the actors that send it. */
export interface Request {
  readonly name: string;
  readonly hasKey: boolean;
  readonly actors: readonly string[];
  /** Its index in the batches of those actors that send one. */
  readonly item?: number;
}

const toBooking = (item: Item): Booking =>
  ({ ...item, user: { companyId: item['companyId'], userId: item['userId'] } }) as unknown as Booking;

const checkinOf = (item: Item | undefined): CheckinRecord | undefined => item?.['checkin'] as CheckinRecord | undefined;

/** A write that removed a check-in or changed the booking. */
const isChange = ({ before, after }: Write): boolean => {
  if (!before || !after) return true;
  const withoutCheckin = ({ checkin: _, ...item }: Item) => JSON.stringify(item);
  return withoutCheckin(before) !== withoutCheckin(after) || checkinOf(after) === undefined;
};

interface IdentifiedResponse {
  readonly requestId: string;
  readonly response: GateResponse | { readonly error: string };
}

/** The response to a single request, or to an item of a batch. */
const readResponse = (
  { requestId, value }: Extract<Attempt, { readonly end: 'succeeded' }>,
  item: number | undefined,
): IdentifiedResponse =>
  item !== undefined && Array.isArray(value)
    ? { requestId: `${requestId}.${item + 1}`, response: value[item] as IdentifiedResponse['response'] }
    : { requestId, response: value as GateResponse };

const toResponse = (attempt: Attempt, item: number | undefined): CheckinResponse => {
  const { requestId } = attempt;
  if (attempt.end === 'lost') return { requestId };
  if (attempt.end !== 'succeeded') return { requestId, status: attempt.end === 'unavailable' ? 503 : 400 };
  const { response, ...of } = readResponse(attempt, item);
  return 'error' in response ? { ...of, status: 503 } : { ...of, status: 200, count: response.count };
};

const toRequestRecord = ({ name, hasKey, actors, item }: Request, { attempts }: RunRecord): CheckinRequestRecord => ({
  name,
  hasKey,
  at: NOON,
  notify: true,
  responses: actors.flatMap((actor) => attempts[actor] ?? []).map((attempt) => toResponse(attempt, item)),
});

/** The check-ins that were removed again, with the bookings as they were before. */
export const takenAway = ({ environment }: RunRecord): CheckedIn[] =>
  environment.journal.flatMap(({ before, after }) => {
    const [old, new_] = [checkinOf(before), checkinOf(after)];
    return before && old && old.checkinId !== new_?.checkinId ? [toBooking(before)].filter(isCheckedIn) : [];
  });

export const bookingsOf = ({ environment }: RunRecord): Booking[] =>
  environment.database.items('bookings').map(toBooking);

/** Invariants of each write, in order. */
const judgeWrites = ({ environment }: RunRecord): Violation[] => {
  const made = new Set<string>();
  /** Check-ins of bookings that were cancelled, and the requests that made them: the SDK may repeat a write of those. */
  const cancelled = new Map<string, string>();
  return environment.journal.flatMap(({ key, before, after }) => {
    const [old, now] = [checkinOf(before), checkinOf(after)];
    const violations: Violation[] = [];
    if (old && now && old.checkinId !== now.checkinId)
      violations.push({
        invariant: 'no check-in writes over another',
        detail: `${key}: ${now.checkinId} over ${old.checkinId}`,
      });
    if (now && old?.checkinId !== now.checkinId) {
      const effect = `${key} ${now.checkinId}`;
      if (made.has(effect) && cancelled.get(effect) !== now.requestId)
        violations.push({
          invariant: 'what was undone, cancelled or moved is not checked in by a repeat',
          detail: effect,
        });
      made.add(effect);
    }
    if (old && !after) cancelled.set(`${key} ${old.checkinId}`, old.requestId);
    return violations;
  });
};

/** The log has the response to each gate, unless its entry was given up. */
const judgeLog = (requests: readonly Request[], { environment, attempts }: RunRecord): Violation[] => {
  const entries = new Map(
    (environment.database.items('checkinLog') as unknown as CheckinEntry[])
      .filter(({ kind }) => kind === 'checkin')
      .map((entry) => [entry.requestId, entry]),
  );
  return requests.flatMap(({ actors, item }) =>
    actors
      .flatMap((actor) => attempts[actor] ?? [])
      .flatMap((attempt) => {
        if (attempt.end !== 'succeeded') return [];
        const { requestId, response } = readResponse(attempt, item);
        if ('error' in response || response.isLogFailed) return [];
        const logged = entries.get(requestId)?.checkinCount;
        if (logged === response.count) return [];
        return [
          {
            invariant: 'the log records what happened',
            detail: `${requestId} returned ${response.count}, logged ${logged}`,
          },
        ];
      }),
  );
};

/** `details` lists as many checked-in bookings as the count, unless the index was stale. */
const judgeDetails = (requests: readonly Request[], { attempts, isIndexStale }: RunRecord): Violation[] =>
  requests
    .filter(({ item }) => item === undefined && !isIndexStale)
    .flatMap(({ actors }) => actors.flatMap((actor) => attempts[actor] ?? []))
    .flatMap((attempt) => {
      const response = attempt.end === 'succeeded' ? (attempt.value as GateResponse) : undefined;
      if (!response?.checkedIn || response.checkedIn.length === response.count) return [];
      const detail = `${attempt.requestId}: ${response.count} and ${JSON.stringify(response.checkedIn)}`;
      return [{ invariant: 'details name what the count says', detail }];
    });

/** Invariants of check-ins; `test/tools/invariants/checkin-invariants.ts` has those that the fault bench checks too. */
export const judgeCheckins =
  (...requests: readonly Request[]) =>
  (run: RunRecord): Violation[] => [
    ...findCheckinViolations({
      clientId: gate.clientId,
      bookings: bookingsOf(run).filter((one) => one.user.companyId === company),
      requests: requests.map((request) => toRequestRecord(request, run)),
      takenAway: takenAway(run),
      changed: new Set(
        run.environment.journal.filter(isChange).map(({ before, after }) => (after ?? before)?.['bookingId'] as string),
      ),
      isIndexStale: run.isIndexStale,
    }),
    ...judgeWrites(run),
    ...judgeLog(requests, run),
    ...judgeDetails(requests, run),
  ];
