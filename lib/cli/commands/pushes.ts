import type { Command } from 'commander';
import { replayPushes, type ReplayOutcome } from '../../../shared/use-cases/deliveries/replay.ts';
import { exampleOf } from '../example.ts';
import { OperatorError, UsageError } from '../operator-error.ts';
import type { WithSession } from '../session.ts';

const example = exampleOf('pushes');

const REPLAY_HELP = `
Sends again what is in the queue PushFailures, and removes what was delivered. A push that Lambda gave up can be replayed
for 24 hours; one that SNS refused, for 14 days.`;

const formatOutcome = ({ replayed, failed, lost }: ReplayOutcome): string =>
  [
    `Replayed ${replayed} of ${replayed + failed + lost} messages.`,
    ...(failed > 0 ? [`${failed} failed again and stay in the queue; the log of the push function says why.`] : []),
    ...(lost > 0 ? [`${lost} can no longer be replayed: their records have left the stream.`] : []),
  ].join(' ');

/** The noun `pushes`: notifications of check-ins. */
export const addPushes = (pushes: Command, withSession: WithSession): void => {
  pushes.usage('<verb> [options]').addHelpText('after', example('replay --stack checkin-prod'));
  pushes
    .command('replay')
    .description('send again the pushes that could not be delivered')
    .addHelpText('after', example('replay --stack checkin-prod', REPLAY_HELP))
    .action(
      withSession(async ({ connectPushes, openAudit, print }) => {
        if (!connectPushes)
          throw new UsageError('The local service keeps no failed pushes: use --stack.', 'no_push_queue');
        const outcome = await replayPushes(await connectPushes(), await openAudit());
        print(outcome, formatOutcome);
        if (outcome.failed + outcome.lost > 0)
          throw new OperatorError('Some pushes were not delivered.', 'pushes_not_delivered');
      }),
    );
};
