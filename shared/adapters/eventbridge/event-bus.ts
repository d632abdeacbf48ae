import { setTimeout as sleep } from 'node:timers/promises';
import { EventBridgeClient, PutEventsCommand, type PutEventsResultEntry } from '@aws-sdk/client-eventbridge';
import pMap from 'p-map';
import { isUnavailable, ServiceError } from '../../domain/service-error.ts';
import { toCloudEvent, type EventBus, type FailedEvent, type ServiceEvent } from '../../domain/service-event.ts';
import { chunk } from '../../rules/plain-values.ts';
import { backOffMilliseconds, callBudgets } from '../sdk/call-budget.ts';
import { translateFailure } from '../sdk/sdk-failure.ts';

export const connectEventBridge = (): EventBridgeClient => new EventBridgeClient(callBudgets.background());

const ENTRY_SOURCE = 'checkin-service';

/** The limit of PutEvents. Ten events always stay far below its other limit, 256 KB. */
const ENTRIES_PER_CALL = 10;
const CALLS_AT_ONCE = 5;
const MAX_TRIES = 4;

/** The errors for which a retry might help (EventBridge API Reference, "PutEventsResultEntry"). */
const RETRYABLE = new Set(['InternalFailure', 'InternalException', 'ThrottlingException', 'ServiceUnavailable']);

const toError = ({ ErrorCode = '', ErrorMessage = '' }: PutEventsResultEntry): Error => {
  const message = `EventBridge rejected the event: ${ErrorCode}: ${ErrorMessage}`;
  return RETRYABLE.has(ErrorCode) ? new ServiceError('dependency_unavailable', message) : new Error(message);
};

/**
 * @param options `bus`: name or ARN; `source`: the source of the CloudEvents, a URI that names the deployment
 * @param signal aborts calls in flight
 */
export const makeEventBus = (
  client: Pick<EventBridgeClient, 'send'>,
  { bus, source }: { readonly bus: string; readonly source: string },
  signal?: AbortSignal,
): EventBus => {
  const toEntry = (event: ServiceEvent) => ({
    EventBusName: bus,
    Source: ENTRY_SOURCE,
    DetailType: event.type,
    Time: new Date(event.time),
    Detail: JSON.stringify(toCloudEvent(event, source)),
  });

  const put = async (events: readonly ServiceEvent[]): Promise<FailedEvent[]> => {
    const command = new PutEventsCommand({ Entries: events.map(toEntry) });
    const { Entries = [] } = await client.send(command, { abortSignal: signal });
    // An entry without a result counts as failed, because nothing says that it arrived.
    const results = events.map((event, index) => ({
      event,
      result: Entries[index] ?? { ErrorCode: 'InternalFailure' },
    }));
    return results.flatMap(({ event, result }) =>
      result.ErrorCode === undefined ? [] : [{ event, error: toError(result) }],
    );
  };

  /** The SDK retries failed calls, but not entries that failed in a successful call. */
  const putAll = async (events: readonly ServiceEvent[]): Promise<FailedEvent[]> => {
    const rejected: FailedEvent[] = [];
    let pending = events;
    try {
      for (let tries = 1; ; tries += 1) {
        const failed = await put(pending);
        const retryable = failed.filter(({ error }) => isUnavailable(error));
        rejected.push(...failed.filter(({ error }) => !isUnavailable(error)));
        if (retryable.length === 0 || tries === MAX_TRIES) return [...rejected, ...retryable];
        pending = retryable.map(({ event }) => event);
        await sleep(backOffMilliseconds(tries));
      }
    } catch (cause) {
      const error = translateFailure('EventBridge', cause);
      return [...rejected, ...pending.map((event) => ({ event, error }))];
    }
  };

  return {
    publish: async (events) =>
      (await pMap(chunk(events, ENTRIES_PER_CALL), putAll, { concurrency: CALLS_AT_ONCE })).flat(),
  };
};
