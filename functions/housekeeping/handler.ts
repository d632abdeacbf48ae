import type { Context } from 'aws-lambda';
import { makeBookingStore } from '../../shared/adapters/dynamodb/booking-store.ts';
import { makeClientReviewStore } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import { makeEraseEntries } from '../../shared/adapters/dynamodb/log-store.ts';
import { makeRemovalNotes } from '../../shared/adapters/dynamodb/audit-log.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { connectEventBridge, makeEventBus } from '../../shared/adapters/eventbridge/event-bus.ts';
import { deadlineOf } from '../../shared/adapters/lambda/deadline-of.ts';
import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { makeLogger } from '../../shared/logger.ts';
import { readSettings, readTableNames, variableOf } from '../../shared/settings.ts';
import { reviewClients } from '../../shared/use-cases/clients/watch-clients.ts';
import { sweepRemovedUsers } from '../../shared/use-cases/users/remove-user.ts';
import { makeNotifier } from './send-notice.ts';

const { tokenIssuer } = readSettings(process.env, ['tokenIssuer']);
const tables = readTableNames(process.env, ['apiClients', 'users', 'bookings', 'checkinLog', 'auditDetails']);
/** Undefined unless the stage names an event bus. */
const bus = process.env[variableOf('eventBus')];

const connection = connectDatabase(callBudgets.background());
const eventBridge = bus ? connectEventBridge() : undefined;
const log = makeLogger();

/** Runs on a schedule. Each run does everything that is due, so it makes up for missed or interrupted runs. */
export const handler = async (_event: unknown, context: Context): Promise<void> => {
  const signal = deadlineOf(context);
  const database = connection.withSignal(signal);
  const clients = makeClientReviewStore(database, tables.apiClients);
  const events = bus && eventBridge ? makeEventBus(eventBridge, { bus, source: tokenIssuer }, signal) : undefined;
  const sweeping = sweepRemovedUsers({
    removals: makeRemovalNotes(database, tables.auditDetails),
    users: makeUserStore(database, tables.users),
    bookings: makeBookingStore(database, tables.bookings),
    log: { erase: makeEraseEntries(database, tables) },
    now: Date.now,
  });
  const reviewing = reviewClients({ clients, tell: makeNotifier({ log, events, now: Date.now }), now: Date.now });
  try {
    // Waits for both tasks, even if one of them fails.
    await Promise.allSettled([sweeping, reviewing]);
    log.info('housekeeping done', { swept: await sweeping, reviewed: await reviewing });
  } finally {
    log.publishCounts();
  }
};
