import { replay, type Replayed, type ReplayOutcome } from '../../../shared/use-cases/deliveries/replay.ts';
import { OperatorError, UsageError } from '../operator-error.ts';
import { nounWith, verb, type AddToNoun } from '../verb.ts';

const noQueue = { pushes: 'no_push_queue', events: 'no_event_queue' } as const satisfies Record<Replayed, string>;

const formatOutcome = ({ replayed, failed, lost }: ReplayOutcome): string =>
  [
    `Replayed ${replayed} of ${replayed + failed + lost} messages.`,
    ...(failed > 0 ? [`${failed} failed again and stay in the queue; the log of the function says why.`] : []),
    ...(lost > 0 ? [`${lost} can no longer be replayed: their records have left the stream.`] : []),
  ].join(' ');

/** Makes a noun whose verb `replay` sends failed pushes or events again. @param help says what the verb does */
const nounOf = (what: Replayed, help: string): AddToNoun =>
  nounWith('replay --stack checkin-prod', [
    verb({
      name: 'replay',
      description: `resend the ${what} that could not be delivered`,
      example: '--stack checkin-prod',
      help: `\n${help}`,
      run: async ({ connectReplay, openAudit, print }) => {
        const dependencies = await connectReplay(what);
        if (!dependencies)
          throw new UsageError(
            `This service has no queue of failed ${what}. The local service has none: use --stack.`,
            noQueue[what],
          );
        const outcome = await replay(what, dependencies, await openAudit());
        print(outcome, formatOutcome);
        if (outcome.failed + outcome.lost > 0)
          throw new OperatorError(`Some ${what} were not delivered.`, `${what}_not_delivered`);
      },
    }),
  ]);

const PUSHES_HELP = `Sends the messages in the queue PushFailures again, and removes those that are delivered. A push that Lambda
gave up can be replayed for 24 hours, and a push that SNS rejected for 14 days.`;

export const addPushes = nounOf('pushes', PUSHES_HELP);

const EVENTS_HELP = `Sends the messages in the queue EventFailures again, and removes those that are delivered. An event that Lambda
gave up can be replayed for 24 hours, and an event that EventBridge rejected for 14 days. An event that is sent again keeps its id.`;

export const addEvents = nounOf('events', EVENTS_HELP);
