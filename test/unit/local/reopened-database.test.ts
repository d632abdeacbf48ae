import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { perform } from '../../../lib/local/dynamodb/engine.ts';
import { openSqliteJournal } from '../../../lib/local/dynamodb/sqlite-journal.ts';
import { State } from '../../../lib/local/dynamodb/state.ts';
import { toCreateTable } from '../../../lib/local/create-tables.ts';
import type { TableDefinition } from '../../../shared/tables.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reopened-database-'));
});
afterEach(() => rm(folder, { recursive: true }));

const TableName = 'Visits';
const definition: TableDefinition = {
  partitionKey: { name: 'visitor', type: 'S' },
  sortKey: { name: 'visit', type: 'N' },
  indexes: [
    {
      name: 'byDoor',
      partitionKey: { name: 'door', type: 'S' },
      sortKey: { name: 'visit', type: 'N' },
      projectedAttributes: 'all',
    },
  ],
};

const use = (act: (state: State) => void): void => {
  const journal = openSqliteJournal(join(folder, 'dynamodb.sqlite'));
  act(State.open(journal));
  journal.close();
};

const put = (state: State, visit: number, door?: string): void => {
  const Item = { visitor: { S: 'ada' }, visit: { N: String(visit) }, ...(door && { door: { S: door } }) };
  perform(state, 'PutItem', { TableName, Item });
};

/** A transaction that has an effect only the first time, because of its token. */
const addOnce = (state: State): object => {
  const Key = { visitor: { S: 'ada' }, visit: { N: '8' } };
  const ExpressionAttributeValues = { ':one': { N: '1' } };
  const Update = { TableName, Key, UpdateExpression: 'ADD seen :one', ExpressionAttributeValues };
  perform(state, 'TransactWriteItems', { TransactItems: [{ Update }], ClientRequestToken: 'token' });
  return perform(state, 'GetItem', { TableName, Key });
};

interface Page {
  readonly Items: readonly { readonly visit: { readonly N: string } }[];
}

const visits = (page: object): number[] => (page as Page).Items.map(({ visit }) => Number(visit.N));
const query = (state: State, IndexName: string | undefined, name: string, value: string): number[] =>
  visits(
    perform(state, 'Query', {
      TableName,
      ...(IndexName !== undefined && { IndexName }),
      KeyConditionExpression: `${name} = :value`,
      ExpressionAttributeValues: { ':value': { S: value } },
    }),
  );

it('A reopened database returns items in the order of their keys, from a table and from its index', () => {
  use((state) => {
    perform(state, 'CreateTable', toCreateTable(TableName, definition));
    // SQLite sorts the keys as text: 10 before 9.
    for (const visit of [10, 9, 8]) put(state, visit, 'north');
    put(state, 11);
    expect(addOnce(state)).toMatchObject({ Item: { seen: { N: '1' } } });
  });
  use((state) => {
    expect(perform(state, 'DescribeTable', { TableName })).toMatchObject({ Table: { ItemCount: 4 } });
    expect(query(state, undefined, 'visitor', 'ada')).toEqual([8, 9, 10, 11]);
    expect(query(state, 'byDoor', 'door', 'north')).toEqual([8, 9, 10]);
    put(state, 9, 'south');
    expect(query(state, 'byDoor', 'door', 'north')).toEqual([8, 10]);
    put(state, 7, 'north');
    perform(state, 'DeleteItem', { TableName, Key: { visitor: { S: 'ada' }, visit: { N: '11' } } });
  });
  use((state) => {
    expect(addOnce(state)).toMatchObject({ Item: { seen: { N: '1' } } });
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 10 * 60_000 + 1 });
    expect(addOnce(state)).toMatchObject({ Item: { seen: { N: '2' } } });
    mock.timers.reset();
    put(state, 6, 'north');
    expect(query(state, 'byDoor', 'door', 'south')).toEqual([9]);
    expect(query(state, 'byDoor', 'door', 'north')).toEqual([6, 7, 8, 10]);
    expect(visits(perform(state, 'Scan', { TableName }))).toEqual([6, 7, 8, 9, 10]);
    expect(perform(state, 'DescribeTable', { TableName })).toMatchObject({ Table: { ItemCount: 5 } });
    perform(state, 'DeleteTable', { TableName });
    perform(state, 'CreateTable', toCreateTable(TableName, definition));
  });
  use((state) => {
    expect(visits(perform(state, 'Scan', { TableName }))).toEqual([]);
  });
});
