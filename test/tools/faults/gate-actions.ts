import { setTimeout as sleep } from 'node:timers/promises';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import {
  expectStatus,
  TRIES_UNDER_FAULTS,
  userOf,
  type ActionContext,
  type ActionPerformer,
} from './action-context.ts';
import { callGate, isUnavailable, logIn, withToken, type TokenSet } from './gate-call.ts';
import type { PlannedBooking } from './history-plan.ts';
import type { ActionRecord } from './history-record.ts';
import { triesAfterFaults } from './perform-swipes.ts';

const PAUSE_MILLISECONDS = 50;
const HOUR = 60 * 60_000;
/** Beyond every moment of a check-in in the first hours of its period. */
const MOVE_MILLISECONDS = 2 * HOUR;

interface SyncBody {
  readonly items?: readonly { readonly outcome: string }[];
}

/** The end of a sync: the item was applied or refused, or there was no response that says so. */
type SyncEnd = 'applied' | 'refused' | 'unknown';

/** Sends one item until there is a response with its result. */
const sync = async (
  context: ActionContext,
  record: ActionRecord,
  path: '/sync/users' | '/sync/bookings',
  item: object,
  tries: number,
): Promise<SyncEnd> => {
  for (let tried = 0; tried < tries; tried += 1) {
    const { accessToken } = await context.token();
    const response = await callGate<SyncBody>(path, withToken(accessToken), context.bench, { items: [item] });
    expectStatus(record, [undefined, 200, 401, 503], response);
    record.violations.push(
      ...response.faults.map((detail) => ({
        invariant: 'every response is one that the API document describes',
        detail,
      })),
    );
    if (response.status === 200) {
      record.acknowledged += 1;
      return response.body?.items?.[0]?.outcome === 'refused' ? 'refused' : 'applied';
    }
    if (response.status === 401) context.renew();
    else await sleep(PAUSE_MILLISECONDS);
  }
  return 'unknown';
};

/** A booking or HR system repeats its item until there is a response, and once more after the faults. */
const syncing = (
  path: '/sync/users' | '/sync/bookings',
  itemsOf: (context: ActionContext, record: ActionRecord) => readonly object[],
): ActionPerformer => {
  const sendAll = (context: ActionContext, record: ActionRecord, tries: number): Promise<SyncEnd[]> =>
    Promise.all(itemsOf(context, record).map((item) => sync(context, record, path, item, tries)));
  return {
    perform: async (context, record) => void (await sendAll(context, record, TRIES_UNDER_FAULTS)),
    async finish(context, record) {
      const ends = await sendAll(context, record, triesAfterFaults(context.plan.mode));
      record.isSettled = !ends.includes('unknown');
      record.isApplied = ends.includes('applied');
    },
  };
};

/** A booking after it was moved. */
export const moved = (booking: PlannedBooking): PlannedBooking => ({
  ...booking,
  checkinOpensAt: booking.checkinOpensAt + MOVE_MILLISECONDS,
  noShowAt: booking.noShowAt + MOVE_MILLISECONDS,
});

const move = syncing('/sync/bookings', ({ plan }, record) =>
  plan.bookings
    .filter(({ bookingId }) => bookingId === record.action.bookingId)
    .map(moved)
    .map(({ bookingId, checkinOpensAt, noShowAt }) => ({
      bookingId,
      userId: userOf(record).id,
      kind: 'position',
      checkinOpensAt: formatDateTime(checkinOpensAt),
      noShowAt: formatDateTime(noShowAt),
    })),
);

/** Two users, neither of whom has a booking, and the uid that both are to get. */
export const claimants = [21, 22] as const;
export const CLAIMED_UID = 'E-20';

const present = async ({ bench }: ActionContext, record: ActionRecord, refreshToken: string): Promise<void> => {
  const response = await callGate<TokenSet>('/auth/refresh-token', withToken(refreshToken), bench);
  expectStatus(record, [undefined, 200, 401, 503], response);
  if (isUnavailable(response)) return;
  record.refreshes.push({
    refreshToken,
    ...(response.status === 200 && { tokens: JSON.stringify(response.body) }),
  });
};

/** @returns the successor, if there was one */
const successorOf = ({ refreshes }: ActionRecord, refreshToken: string): string | undefined => {
  const found = refreshes.find((one) => one.refreshToken === refreshToken && one.tokens !== undefined);
  return found?.tokens === undefined ? undefined : (JSON.parse(found.tokens) as TokenSet).refreshToken;
};

const presentRepeatedly = async (context: ActionContext, record: ActionRecord, token: string): Promise<void> => {
  for (let tries = 0; tries < TRIES_UNDER_FAULTS; tries += 1) {
    const before = record.refreshes.length;
    await present(context, record, token);
    if (record.refreshes.length > before) return;
  }
};

const REQUESTS_AT_ONCE = 3;

const refresh: ActionPerformer = {
  async perform(context, record) {
    const { refreshToken } = await logIn(context.company, context.bench);
    let token: string | undefined = refreshToken;
    for (let generation = 0; generation < 2 && token !== undefined; generation += 1) {
      const presented: string = token;
      const all = Array.from({ length: REQUESTS_AT_ONCE }, () => presentRepeatedly(context, record, presented));
      await Promise.all(all);
      token = successorOf(record, presented);
    }
  },
  async finish(context, record) {
    for (const token of new Set(record.refreshes.map((one) => one.refreshToken))) await present(context, record, token);
  },
};

export const gateActions = {
  move,
  'remove-user': syncing('/sync/users', (_, record) => [{ id: userOf(record).id, deleted: true }]),
  'claim-uid': syncing('/sync/users', () => claimants.map((id) => ({ id, uid: CLAIMED_UID }))),
  refresh,
} as const;
