import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { localTableNames } from '../../../shared/local-service.ts';
import { tables, TIME_TO_LIVE_ATTRIBUTE, type TableDefinition, type TableId } from '../../../shared/tables.ts';
import type { Actor } from './actor.ts';
import type { World } from './world.ts';

const makeEvent = (name: string, description: string, act: (world: World) => void): Actor => ({
  name,
  isFaultless: true,
  request: ({ call }) => call(description, act),
});

/** Moves the service's clock once, at any time. */
export const moveClock = (name: string, milliseconds: number, more: Partial<Actor> = {}): Actor => ({
  ...makeEvent(name, `the clock moves by ${milliseconds} ms`, (world) => void (world.now += milliseconds)),
  ...more,
});

/** DynamoDB's time to live, which deletes all expired items once, at any time. */
export const timeToLive = makeEvent('time-to-live', 'time to live deletes items', ({ database, now }) => {
  for (const [id, { partitionKey, sortKey, timeToLive: hasTimeToLive }] of Object.entries<TableDefinition>(tables))
    for (const item of database.items(id as TableId)) {
      if (!hasTimeToLive || !(Number(item[TIME_TO_LIVE_ATTRIBUTE]) * 1000 < now)) continue;
      const names = [partitionKey.name, ...(sortKey ? [sortKey.name] : [])];
      const Key = Object.fromEntries(names.map((name) => [name, item[name]]));
      database.perform(new DeleteCommand({ TableName: localTableNames[id as TableId], Key }));
    }
});
