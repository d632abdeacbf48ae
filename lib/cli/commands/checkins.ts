import type { Command } from 'commander';
import { formatDateTime, type Instant } from '../../../shared/domain/instant.ts';
import type { CheckinDetails } from '../../../shared/use-cases/checkin/evaluate.ts';
import { explainCheckin } from '../../../shared/use-cases/checkin/explain.ts';
import { addCheckin } from '../../../shared/use-cases/bookings/add-checkin.ts';
import { undoCheckin } from '../../../shared/use-cases/bookings/undo-checkin.ts';
import { listLog, type LogQuery } from '../../../shared/use-cases/log/list-log.ts';
import type { LogEntryView } from '../../../shared/use-cases/log/log-entry-view.ts';
import { exampleOf } from '../example.ts';
import { formatDetails } from '../formatting/checkin-details.ts';
import { formatLog } from '../formatting/log.ts';
import { UsageError } from '../operator-error.ts';
import { readEmail, readLimit, readMoment, readReason, readUid, readUserId } from '../option-values.ts';
import type { Session, WithSession } from '../session.ts';
import { toBookingRef, withBooking, withCompany, type BookingOptions } from '../user-options.ts';
import { neededOption } from '../cli-option.ts';

const example = exampleOf('checkins');

const DESK = '--local --company demo --user 1 --booking desk-4.12@2026-11-21T08:00:00.000Z';

interface ReasonOptions extends BookingOptions {
  readonly reason: string;
}

const withReason = (command: Command): Command =>
  withBooking(command).addOption(neededOption('--reason <text>', 'why; kept in the log', readReason));

const addAdd = (checkins: Command, withSession: WithSession): void => {
  withReason(checkins.command('add'))
    .description('check a user in on one booking by hand; nothing is pushed')
    .option('--at <moment>', 'the moment of the check-in, inside the check-in period (default: now)', readMoment)
    .addHelpText('after', example(`add ${DESK} --reason "Badge left at home"`))
    .action(
      withSession(async (session, { reason, at, ...options }: ReasonOptions & { at?: Instant }) => {
        const ref = toBookingRef(options);
        const context = await session.openAudit();
        const checkedInAt = await addCheckin(context, ref, { reason, ...(at !== undefined && { at }) });
        const view = { ...ref.user, bookingId: ref.bookingId, checkedInAt: formatDateTime(checkedInAt) };
        session.print(view, ({ bookingId }) => `Checked in on the booking ${bookingId}, at ${view.checkedInAt}.`);
      }),
    );
};

const addUndo = (checkins: Command, withSession: WithSession): void => {
  withReason(checkins.command('undo'))
    .description('undo the check-in of a booking; the booking is open again')
    .addHelpText('after', example(`undo ${DESK} --reason "Somebody else had the badge"`))
    .action(
      withSession(async (session, { reason, ...options }: ReasonOptions) => {
        const ref = toBookingRef(options);
        await undoCheckin(await session.openAudit(), ref, reason);
        const view = { ...ref.user, bookingId: ref.bookingId, undone: true };
        session.print(view, ({ bookingId }) => `The check-in on the booking ${bookingId} is undone.`);
      }),
    );
};

interface LogOptions {
  readonly company: string;
  readonly user?: number;
  readonly from?: Instant;
  readonly until?: Instant;
  readonly limit: number;
}

const toQuery = ({ company, user, ...rest }: LogOptions): LogQuery => ({ companyId: company, userId: user, ...rest });

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

const addLog = (checkins: Command, withSession: WithSession): void => {
  withCompany(checkins.command('log'))
    .description('check-in requests and administrative actions, newest first')
    .option('--user <id>', 'only entries about this user', readUserId)
    .option('--from <moment>', 'received at this moment or later', readMoment)
    .option('--until <moment>', 'received before this moment', readMoment)
    .option('--limit <number>', 'the maximum number of entries', readLimit, DEFAULT_LIMIT)
    .addHelpText('after', example('log --local --company demo --user 1 --from 2026-11-21T00:00:00Z'))
    .action(
      withSession(async (session, options: LogOptions) => {
        session.print(await readLog(session, options), formatLog);
      }),
    );
};

interface ExplainOptions {
  readonly company: string;
  readonly user?: number;
  readonly uid?: string;
  readonly email?: string;
  readonly at?: Instant;
}

const explain = async (session: Session, options: ExplainOptions): Promise<CheckinDetails> => {
  const { company, user, uid, email, at = session.now() } = options;
  const identifiers = {
    ...(user !== undefined && { id: user }),
    ...(uid !== undefined && { uid }),
    ...(email !== undefined && { email }),
  };
  if (Object.keys(identifiers).length === 0) throw new UsageError('Say which user: --user, --uid or --email.');
  return (await explainCheckin({ companyId: company, identifiers, at }, session)).details;
};

const addExplain = (checkins: Command, withSession: WithSession): void => {
  withCompany(checkins.command('explain'))
    .description('what a check-in at a moment would do, and why; nothing is changed')
    .option('--user <id>', 'the user with this id', readUserId)
    .option('--uid <uid>', 'the user with this uid', readUid)
    .option('--email <address>', 'the user with this e-mail address', readEmail)
    .option('--at <moment>', 'the moment of the check-in (default: now)', readMoment)
    .addHelpText('after', example('explain --local --company demo --user 1'))
    .action(
      withSession(async (session, options: ExplainOptions) => {
        session.print(await explain(session, options), formatDetails);
      }),
    );
};

/** The noun `checkins`: check-ins by hand, and the log. */
export const addCheckins = (checkins: Command, withSession: WithSession): void => {
  checkins.usage('<verb> [options]').addHelpText('after', example('log --local --company demo'));
  addAdd(checkins, withSession);
  addUndo(checkins, withSession);
  addLog(checkins, withSession);
  addExplain(checkins, withSession);
};
