import type { Command } from 'commander';
import type { Retention } from '../../../shared/domain/retention.ts';
import { applyRetention, type RetentionProgress } from '../../../shared/use-cases/retention/apply-retention.ts';
import { exampleOf } from '../example.ts';
import type { WithSession } from '../session.ts';

const example = exampleOf('retention');

const HELP = `
Each booking and log entry gets an expiry when it is written; DynamoDB deletes it after that. After you change and deploy
retentionDays, checkinLogDays or adminLogDays of the stage, this command changes the expiry of existing items. It can be
repeated after an interruption.`;

const describeRetention = ({ retentionDays, checkinLogDays, adminLogDays }: Retention): string =>
  [
    retentionDays === 0 ? 'Bookings are kept forever' : `Bookings are deleted ${retentionDays} days after they end`,
    `check-in entries of the log after ${checkinLogDays} days`,
    `administrative entries after ${adminLogDays} days.`,
  ].join(', ');

const describeProgress = ({ bookings, logEntries }: RetentionProgress): string =>
  `${bookings.read} bookings read, ${bookings.changed} changed; ${logEntries.read} log entries read, ${logEntries.changed} changed`;

const addApply = (retention: Command, withSession: WithSession): void => {
  retention
    .command('apply')
    .description('apply changed retention settings to what is already stored')
    .addHelpText('after', example('apply --stack checkin-prod', HELP))
    .action(
      withSession(async (session) => {
        const { retention: days } = session;
        await session.confirm(`${describeRetention(days)} What is older is deleted within days.`);
        const context = await session.openAudit();
        const progress = session.startProgress();
        const done = await applyRetention(context, days, ({ bookings, logEntries }) => {
          const changed = bookings.changed + logEntries.changed;
          progress.show({ read: bookings.read + logEntries.read, more: `${changed} changed`, share: 0 });
        });
        progress.clear();
        session.print({ ...days, ...done }, () => `${describeProgress(done)}.`);
      }),
    );
};

/** The noun `retention`: how long bookings and log entries are kept. */
export const addRetention = (retention: Command, withSession: WithSession): void => {
  retention.usage('<verb> [options]').addHelpText('after', example('apply --stack checkin-prod'));
  addApply(retention, withSession);
};
