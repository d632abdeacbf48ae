import { replay, type DeliveryKind, type ReplayOutcome } from '../../../shared/use-cases/deliveries/replay.ts';
import { OperatorError, UsageError } from '../operator-error.ts';
import { nounWithVerbs, verb, type AddToNoun } from '../verb.ts';

const noQueue = {
  pushes: { code: 'no_push_queue', owner: 'a stack' },
  events: { code: 'no_event_queue', owner: 'a stack with the setting eventBus' },
} as const;

const formatOutcome = ({ replayed, failed, lost }: ReplayOutcome): string =>
  [
    `Replayed ${replayed} of ${replayed + failed + lost} messages.`,
    ...(failed > 0
      ? [`${failed} failed again and stay in the queue; the log of the function that sends them says why.`]
      : []),
    ...(lost > 0 ? [`${lost} can no longer be replayed: their records have left the stream.`] : []),
  ].join(' ');

const help: Readonly<Record<DeliveryKind, string>> = {
  pushes: `
Sends the messages in the queue PushFailures again, and removes those that are delivered. A push can be replayed for 14 days
if SNS rejected it, or until 24 hours after the check-in if Lambda gave up on it.`,
  events: `
Sends the messages in the queue EventFailures again, and removes those that are delivered. An event can be replayed for 14
days if EventBridge rejected it, or until 24 hours after the change if Lambda gave up on it. An event that is sent again keeps
its id.`,
};

const replayVerb = (kind: DeliveryKind): AddToNoun =>
  verb({
    name: 'replay',
    description: `resend the ${kind} that could not be delivered`,
    example: '--stack checkin-prod',
    help: help[kind],
    run: async ({ connectReplay, openAudit, print }) => {
      const dependencies = await connectReplay(kind);
      if (!dependencies)
        throw new UsageError(
          `This service has no queue of failed ${kind}: only ${noQueue[kind].owner} has one.`,
          noQueue[kind].code,
        );
      const { outcome, ...ended } = await replay(kind, dependencies, await openAudit());
      print(outcome, formatOutcome);
      if ('error' in ended) throw ended.error;
      if (outcome.failed + outcome.lost > 0)
        throw new OperatorError(`Some ${kind} were not delivered.`, `${kind}_not_delivered`);
    },
  });

/** Adds the verb to the noun `pushes` or `events`. */
export const defineNoun: AddToNoun = (noun, context) => {
  const addVerbs = nounWithVerbs('replay --stack checkin-prod', [replayVerb(noun.name() as DeliveryKind)]);
  addVerbs(noun, context);
};
