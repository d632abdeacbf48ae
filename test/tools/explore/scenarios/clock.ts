import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { localTableNames } from '../../../../shared/local-service.ts';
import { tables, TIME_TO_LIVE_ATTRIBUTE, type TableDefinition, type TableId } from '../../../../shared/tables.ts';
import type { Environment } from '../environment.ts';
import type { Actor } from '../scenario.ts';

const makeEvent = (name: string, description: string, act: (environment: Environment) => void, more = {}): Actor => ({
  name,
  willRetry: false,
  isFaultless: true,
  request: ({ call }) => call(description, act, false),
  ...more,
});

/** Moves the service's clock once, at any time. @param excuses names of actors that may be rejected because of the move */
export const moveClock = (name: string, milliseconds: number, ...excuses: readonly string[]): Actor =>
  makeEvent(name, `the clock moves by ${milliseconds} ms`, (environment) => void (environment.now += milliseconds), {
    excuses,
  });

/** DynamoDB's time to live, which deletes all expired items once, at any time. */
export const timeToLive: Actor = makeEvent('time-to-live', 'time to live deletes items', ({ database, now }) => {
  for (const [id, { partitionKey, sortKey, timeToLive: hasTimeToLive }] of Object.entries<TableDefinition>(tables))
    for (const item of database.items(id as TableId)) {
      if (!hasTimeToLive || !(Number(item[TIME_TO_LIVE_ATTRIBUTE]) * 1000 < now)) continue;
      const names = [partitionKey.name, ...(sortKey ? [sortKey.name] : [])];
      const Key = Object.fromEntries(names.map((name) => [name, item[name]]));
      database.perform(new DeleteCommand({ TableName: localTableNames[id as TableId], Key }));
    }
});
