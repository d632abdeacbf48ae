import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { readStreamEvent } from '../../shared/adapters/dynamodb/stream-event.ts';
import { connectEventBridge, makeEventBus } from '../../shared/adapters/eventbridge/event-bus.ts';
import { deadlineOf } from '../../shared/adapters/lambda/deadline-of.ts';
import { connectSqs, makeRejectedRecords } from '../../shared/adapters/sqs/rejected-records.ts';
import { makeLogger } from '../../shared/logger.ts';
import { readSettings } from '../../shared/settings.ts';
import { publishRecords } from './events.ts';

const settings = readSettings(process.env, ['eventBus', 'eventFailuresQueue', 'tokenIssuer']);

const eventBridge = connectEventBridge();
const sqs = connectSqs();
const log = makeLogger();

/** Records of a stream. `replay` is set if `admin events replay` sent them. */
type RecordsEvent = DynamoDBStreamEvent & { readonly replay?: object };

export const handler = ({ Records, replay }: RecordsEvent, context: Context): Promise<DynamoDBBatchResponse> => {
  const signal = deadlineOf(context);
  const dependencies = {
    readEvent: readStreamEvent,
    bus: makeEventBus(eventBridge, { bus: settings.eventBus, source: settings.tokenIssuer }, signal),
    rejectedRecords: makeRejectedRecords(sqs, settings.eventFailuresQueue, signal),
    log,
  };
  return publishRecords(Records, dependencies, replay !== undefined);
};
