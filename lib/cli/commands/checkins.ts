import { formatDateTime, type Instant } from '../../../shared/domain/instant.ts';
import { explainCheckin } from '../../../shared/use-cases/checkin/explain.ts';
import { addCheckin, undoCheckin } from '../../../shared/use-cases/bookings/change-booking.ts';
import { listLog, type LogQuery } from '../../../shared/use-cases/log/list-log.ts';
import type { LogEntryView } from '../../../shared/use-cases/log/log-entry-view.ts';
import { formatDetails } from '../formatting/checkin-details.ts';
import { formatLog } from '../formatting/log.ts';
import { UsageError } from '../operator-error.ts';
import { readClientId, readEmail, readLimit, readMoment, readReason, readUid, readUserId } from '../option-values.ts';
import type { Session } from '../session.ts';
import { neededOption, option } from '../cli-option.ts';
import { bookingOptions, companyOption, toBookingRef, type BookingOptions } from '../user-options.ts';
import { nounWith, verb } from '../verb.ts';

const DESK = '--local --company demo --user 1 --booking desk-4.12@2026-11-21T08:00:00.000Z';

interface ReasonOptions extends BookingOptions {
  readonly reason: string;
}

const reasonOption = neededOption('--reason <text>', 'why; kept in the log', readReason);

const add = verb({
  name: 'add',
  description: 'check a user in on one booking by hand; nothing is pushed',
  options: [
    ...bookingOptions,
    reasonOption,
    option('--at <moment>', 'the moment of the check-in, inside the check-in period (default: now)', readMoment),
  ],
  example: `${DESK} --reason "Badge left at home"`,
  run: async (session, { reason, at, ...options }: ReasonOptions & { at?: Instant }) => {
    const ref = toBookingRef(options);
    const checkedInAt = await addCheckin(await session.openAudit(), ref, { reason, at });
    const view = { ...ref.user, bookingId: ref.bookingId, checkedInAt: formatDateTime(checkedInAt) };
    session.print(view, ({ bookingId }) => `Checked in on the booking ${bookingId}, at ${view.checkedInAt}.`);
  },
});

const undo = verb({
  name: 'undo',
  description: 'undo the check-in of a booking; the booking is open again',
  options: [...bookingOptions, reasonOption],
  example: `${DESK} --reason "Somebody else had the badge"`,
  run: async (session, { reason, ...options }: ReasonOptions) => {
    const ref = toBookingRef(options);
    await undoCheckin(await session.openAudit(), ref, reason);
    const view = { ...ref.user, bookingId: ref.bookingId, undone: true };
    session.print(view, ({ bookingId }) => `The check-in on the booking ${bookingId} is undone.`);
  },
});

interface LogOptions {
  readonly company: string;
  readonly user?: number;
  readonly client?: string;
  readonly from?: Instant;
  readonly until?: Instant;
  readonly limit: number;
}

const toQuery = ({ company, user, client, ...rest }: LogOptions): LogQuery => ({
  companyId: company,
  userId: user,
  clientId: client,
  ...rest,
});

const DEFAULT_LIMIT = 100;

const readLog = async ({ log }: Session, options: LogOptions): Promise<readonly LogEntryView[]> => {
  const entries: LogEntryView[] = [];
  let next: string | undefined;
  do {
    const page = await listLog(log, { ...toQuery(options), limit: options.limit - entries.length, next });
    entries.push(...page.items);
    ({ next } = page);
  } while (next !== undefined && entries.length < options.limit);
  return entries;
};

const log = verb({
  name: 'log',
  description: 'check-in requests and administrative actions, newest first',
  options: [
    companyOption,
    option('--user <id>', 'only entries about this user', readUserId),
    option('--client <id>', 'only requests of this API client, and changes of it', readClientId),
    option('--from <moment>', 'received at this moment or later', readMoment),
    option('--until <moment>', 'received before this moment', readMoment),
    option('--limit <number>', 'the maximum number of entries', readLimit, DEFAULT_LIMIT),
  ],
  example: '--local --company demo --user 1 --from 2026-11-21T00:00:00Z',
  run: async (session, options: LogOptions) => session.print(await readLog(session, options), formatLog),
});

interface ExplainOptions {
  readonly company: string;
  readonly user?: number;
  readonly uid?: string;
  readonly email?: string;
  readonly at?: Instant;
}

const explain = verb({
  name: 'explain',
  description: 'what a check-in at a moment would do, and why; nothing is changed',
  options: [
    companyOption,
    option('--user <id>', 'the user with this id', readUserId),
    option('--uid <uid>', 'the user with this uid', readUid),
    option('--email <address>', 'the user with this e-mail address', readEmail),
    option('--at <moment>', 'the moment of the check-in (default: now)', readMoment),
  ],
  example: '--local --company demo --user 1',
  run: async (session, { company, user, uid, email, at = session.now() }: ExplainOptions) => {
    const identifiers = { id: user, uid, email };
    if ((user ?? uid ?? email) === undefined) throw new UsageError('Say which user: --user, --uid or --email.');
    const { details } = await explainCheckin({ companyId: company, identifiers, at }, session);
    session.print(details, formatDetails);
  },
});

/** The noun `checkins`: check-ins by hand, and the log. */
export const addCheckins = nounWith('log --local --company demo', [add, undo, log, explain]);
