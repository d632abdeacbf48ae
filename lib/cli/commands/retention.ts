import type { Retention } from '../../../shared/domain/retention.ts';
import { applyRetention, type RetentionProgress } from '../../../shared/use-cases/retention/apply-retention.ts';
import { nounWithVerbs, verb } from '../verb.ts';

const HELP = `
Each booking and log entry gets an expiry when it is written, and DynamoDB deletes it after the expiry. After you change and deploy
retentionDays, checkinLogDays or adminLogDays of the stage, this command changes the expiry of existing items. It can be
run again after an interruption.`;

const describeRetention = ({ retentionDays, checkinLogDays, adminLogDays }: Retention): string =>
  [
    retentionDays === 0 ? 'Bookings are kept forever.' : `Bookings are deleted ${retentionDays} days after they end.`,
    `Check-in entries of the log are deleted after ${checkinLogDays} days,`,
    `and administrative entries after ${adminLogDays} days.`,
  ].join(' ');

const describeProgress = ({ bookings, logEntries }: RetentionProgress): string =>
  `${bookings.read} bookings read, ${bookings.changed} changed; ${logEntries.read} log entries read, ${logEntries.changed} changed`;

const apply = verb({
  name: 'apply',
  description: 'apply changed retention settings to existing items',
  example: '--stack checkin-prod',
  help: HELP,
  run: async (session) => {
    const { retention } = session;
    await session.confirm(`${describeRetention(retention)} Anything older is deleted within days.`);
    const context = await session.openAudit();
    const counts = await session.showProgress((show) =>
      applyRetention(context, retention, ({ bookings, logEntries }) => {
        const changed = bookings.changed + logEntries.changed;
        show({ read: bookings.read + logEntries.read, more: `${changed} changed`, share: 0 });
      }),
    );
    session.print({ ...retention, ...counts }, () => `${describeProgress(counts)}.`);
  },
});

export const defineNoun = nounWithVerbs('apply --stack checkin-prod', [apply]);
