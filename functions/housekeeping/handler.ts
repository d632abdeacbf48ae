import type { Context } from 'aws-lambda';
import { makeClientReviewStore } from '../../shared/adapters/dynamodb/client-review-store.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import { connectEventBridge, makeEventBus } from '../../shared/adapters/eventbridge/event-bus.ts';
import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { makeOperatorLog } from '../../shared/operator-log.ts';
import { readSettings, variableOf } from '../../shared/settings.ts';
import { reviewClients } from '../../shared/use-cases/clients/review-clients.ts';
import { makeTeller } from './tell.ts';

const settings = readSettings(process.env, ['apiClientsTable', 'tokenIssuer']);
/** Absent unless the stage names a bus. */
const bus = process.env[variableOf('eventBus')];

const connection = connectDatabase(callBudgets.background());
const eventBridge = bus ? connectEventBridge() : undefined;
const log = makeOperatorLog();

/** The function must report what it did before its timeout. */
const TIME_TO_RESPOND_MILLISECONDS = 2_000;

/** Runs on a schedule. Each run does what is due, so that one that was missed or interrupted is made up for by the next. */
export const handler = async (_event: unknown, context: Context): Promise<void> => {
  const signal = AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - TIME_TO_RESPOND_MILLISECONDS));
  const clients = makeClientReviewStore(connection.withSignal(signal), settings.apiClientsTable);
  const events =
    bus && eventBridge ? makeEventBus(eventBridge, { bus, source: settings.tokenIssuer }, signal) : undefined;
  try {
    const reviewed = await reviewClients({ clients, tell: makeTeller({ log, events, now: Date.now }), now: Date.now });
    log.info('housekeeping done', { reviewed });
  } finally {
    log.publishCounts();
  }
};
