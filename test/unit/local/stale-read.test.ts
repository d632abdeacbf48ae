import { expect, it } from '@jest/globals';
import { perform } from '../../../lib/local/dynamodb/engine.ts';
import { State } from '../../../lib/local/dynamodb/state.ts';
import { toCreateTable } from '../../../lib/local/create-tables.ts';

const TableName = 'Visits';

it('A stale read shows a table and its index as they were before the last write', () => {
  const state = State.open();
  const index = {
    name: 'byDoor',
    partitionKey: { name: 'door', type: 'S' },
    sortKey: { name: 'id', type: 'S' },
    projectedAttributes: 'all',
  } as const;
  perform(
    state,
    'CreateTable',
    toCreateTable(TableName, { partitionKey: { name: 'id', type: 'S' }, indexes: [index] }),
  );
  const itemOf = (id: string, door: string) => ({ id: { S: id }, door: { S: door } });
  const put = (id: string, door: string) => perform(state, 'PutItem', { TableName, Item: itemOf(id, door) });
  const scan = (isStale: boolean, IndexName?: string) =>
    perform(state, 'Scan', { TableName, ...(IndexName && { IndexName }) }, { isStale });

  put('ada', 'north');
  expect(scan(true)).toMatchObject({ Items: [] });
  put('ada', 'south');
  for (const name of [undefined, 'byDoor']) {
    expect(scan(true, name)).toMatchObject({ Items: [itemOf('ada', 'north')] });
    expect(scan(false, name)).toMatchObject({ Items: [itemOf('ada', 'south')] });
  }
  perform(state, 'DeleteItem', { TableName, Key: { id: { S: 'ada' } } });
  expect(scan(true, 'byDoor')).toMatchObject({ Items: [itemOf('ada', 'south')] });
  expect(scan(false, 'byDoor')).toMatchObject({ Items: [] });
});
