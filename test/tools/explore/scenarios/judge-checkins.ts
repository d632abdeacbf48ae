import type { Item } from '../../../support/memory-database/expression.ts';
import type { Write } from '../../../support/memory-database/memory-database.ts';
import type { Booking, CheckinRecord } from '../../../../shared/domain/booking.ts';
import type { CheckinEntry } from '../../../../shared/domain/activity-log.ts';
import {
  findCheckinViolations,
  isCheckedIn,
  type CheckedIn,
  type CheckinAnswer,
  type CheckinRequestRecord,
} from '../../invariants/checkin-invariants.ts';
import type { Violation } from '../../invariants/violation.ts';
import type { Attempt, Story } from '../scenario.ts';
import { NOON } from '../world.ts';
import type { Told } from './badge.ts';
import { company, gate } from './office.ts';

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

interface Response {
  readonly requestId: string;
  readonly told: Told | { readonly error: string };
}

/** The response to a single request, or to an item of a batch. */
const readResponse = (
  { requestId, value }: Extract<Attempt, { readonly end: 'answered' }>,
  item: number | undefined,
): Response =>
  item !== undefined && Array.isArray(value)
    ? { requestId: `${requestId}.${item + 1}`, told: value[item] as Response['told'] }
    : { requestId, told: value as Told };

const toAnswer = (attempt: Attempt, item: number | undefined): CheckinAnswer => {
  const { requestId } = attempt;
  if (attempt.end === 'lost') return { requestId };
  if (attempt.end !== 'answered') return { requestId, status: attempt.end === 'unavailable' ? 503 : 400 };
  const response = readResponse(attempt, item);
  if ('error' in response.told) return { requestId: response.requestId, status: 503 };
  return { requestId: response.requestId, status: 200, count: response.told.count };
};

const toStory = ({ name, hasKey, actors, item }: Request, { attempts }: Story): CheckinRequestRecord => ({
  name,
  hasKey,
  at: NOON,
  notify: true,
  answers: actors.flatMap((actor) => attempts[actor] ?? []).map((attempt) => toAnswer(attempt, item)),
});

/** The check-ins that were removed again, with the bookings as they were before. */
export const takenAway = ({ world }: Story): CheckedIn[] =>
  world.journal.flatMap(({ before, after }) => {
    const [old, new_] = [checkinOf(before), checkinOf(after)];
    return before && old && old.checkinId !== new_?.checkinId ? [toBooking(before)].filter(isCheckedIn) : [];
  });

export const bookingsOf = ({ world }: Story): Booking[] => world.database.items('bookings').map(toBooking);

/** Invariants of each write, in order. */
const judgeWrites = ({ world }: Story): Violation[] => {
  const made = new Set<string>();
  /** Check-ins of bookings that were cancelled, and the requests that made them: the SDK may repeat a write of those. */
  const cancelled = new Map<string, string>();
  return world.journal.flatMap(({ key, before, after }) => {
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
const judgeLog = (requests: readonly Request[], { world, attempts }: Story): Violation[] => {
  const entries = new Map(
    (world.database.items('activityLog') as unknown as CheckinEntry[])
      .filter(({ kind }) => kind === 'checkin')
      .map((entry) => [entry.requestId, entry]),
  );
  return requests.flatMap(({ actors, item }) =>
    actors
      .flatMap((actor) => attempts[actor] ?? [])
      .flatMap((attempt) => {
        if (attempt.end !== 'answered') return [];
        const { requestId, told } = readResponse(attempt, item);
        if ('error' in told || told.isLogFailed) return [];
        const logged = entries.get(requestId)?.checkinCount;
        if (logged === told.count) return [];
        return [
          { invariant: 'the log tells what happened', detail: `${requestId} was told ${told.count}, logged ${logged}` },
        ];
      }),
  );
};

/** `details` lists as many checked-in bookings as the count, unless the index was stale. */
const judgeDetails = (requests: readonly Request[], { attempts, isIndexStale }: Story): Violation[] =>
  requests
    .filter(({ item }) => item === undefined && !isIndexStale)
    .flatMap(({ actors }) => actors.flatMap((actor) => attempts[actor] ?? []))
    .flatMap((attempt) => {
      const told = attempt.end === 'answered' ? (attempt.value as Told) : undefined;
      if (!told?.checkedIn || told.checkedIn.length === told.count) return [];
      const detail = `${attempt.requestId}: ${told.count} and ${JSON.stringify(told.checkedIn)}`;
      return [{ invariant: 'details name what the count says', detail }];
    });

/** Invariants of check-ins; `test/tools/invariants/checkin-invariants.ts` has those that the fault bench checks too. */
export const judgeCheckins =
  (...requests: readonly Request[]) =>
  (story: Story): Violation[] => [
    ...findCheckinViolations({
      clientId: gate.clientId,
      bookings: bookingsOf(story).filter((one) => one.user.companyId === company),
      requests: requests.map((request) => toStory(request, story)),
      takenAway: takenAway(story),
      changed: new Set(
        story.world.journal.filter(isChange).map(({ before, after }) => (after ?? before)?.['bookingId'] as string),
      ),
      isIndexStale: story.isIndexStale,
    }),
    ...judgeWrites(story),
    ...judgeLog(requests, story),
    ...judgeDetails(requests, story),
  ];
