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

const help: Readonly<Record<Replayed, string>> = {
  pushes: `
Sends the messages in the queue PushFailures again, and removes those that are delivered. A push that Lambda
gave up can be replayed for 24 hours, and a push that SNS rejected for 14 days.`,
  events: `
Sends the messages in the queue EventFailures again, and removes those that are delivered. An event that Lambda
gave up can be replayed for 24 hours, and an event that EventBridge rejected for 14 days. An event that is sent again keeps its id.`,
};

const replayVerb = (what: Replayed): AddToNoun =>
  verb({
    name: 'replay',
    description: `resend the ${what} that could not be delivered`,
    example: '--stack checkin-prod',
    help: help[what],
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
  });

/** Adds the verb to the noun `pushes` or `events`. */
export const addTo: AddToNoun = (noun, ...context) =>
  nounWith('replay --stack checkin-prod', [replayVerb(noun.name() as Replayed)])(noun, ...context);
