import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { readCheckedIn } from '../../shared/adapters/dynamodb/stream-event.ts';
import { makeBookingCheckins } from '../../shared/adapters/dynamodb/booking-checkins.ts';
import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import { deadlineOf } from '../../shared/adapters/lambda/deadline-of.ts';
import { makeDeviceStore } from '../../shared/adapters/dynamodb/device-store.ts';
import { connectSns, makePushSender } from '../../shared/adapters/sns/push-sender.ts';
import { connectSqs, makeRejectedRecords } from '../../shared/adapters/sqs/rejected-records.ts';
import { makeUserReader } from '../../shared/adapters/dynamodb/user-reader.ts';
import { makeLogger } from '../../shared/logger.ts';
import { readSettings } from '../../shared/settings.ts';
import { pushBatch, type Replay } from './push.ts';
import { sendOnce, type SentMemory } from './send-once.ts';

const settings = readSettings(process.env, [
  'usersTable',
  'bookingsTable',
  'pushTopic',
  'pushFailuresQueue',
  'defaultLanguage',
]);

const connection = connectDatabase(callBudgets.background());
const sns = connectSns();
const sqs = connectSqs();
const log = makeLogger();
const memory: SentMemory = new Set();

/** Records of the bookings' stream. `replay` is set if `admin pushes replay` sent them. */
type PushEvent = DynamoDBStreamEvent & { readonly replay?: Replay };

export const handler = ({ Records, replay }: PushEvent, context: Context): Promise<DynamoDBBatchResponse> => {
  const signal = deadlineOf(context);
  const database = connection.withSignal(signal);
  const dependencies = {
    readCheckedIn,
    users: makeUserReader(database, settings.usersTable),
    devices: makeDeviceStore(database, settings.usersTable),
    bookings: makeBookingCheckins(database, settings.bookingsTable),
    sender: sendOnce(makePushSender(sns, settings.pushTopic, signal), memory),
    rejectedRecords: makeRejectedRecords(sqs, settings.pushFailuresQueue, signal),
    log,
    defaultLanguage: settings.defaultLanguage,
  };
  return pushBatch(Records, dependencies, replay);
};
