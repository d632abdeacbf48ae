import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { toCreateTable } from '../../../lib/local/create-tables.ts';
import { makeRecorder } from '../../../lib/local/dynamodb/change-record.ts';
import { perform, type PerformOptions } from '../../../lib/local/dynamodb/engine.ts';
import { openSqliteJournal } from '../../../lib/local/dynamodb/sqlite-journal.ts';
import { State } from '../../../lib/local/dynamodb/state.ts';
import type { TableDefinition } from '../../../shared/tables.ts';
import { stopDateAt } from '../../support/fake-date.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-state-'));
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

const create = (state: State, stream?: TableDefinition['stream']): void =>
  void perform(state, 'CreateTable', toCreateTable(TableName, { ...definition, ...(stream && { stream }) }));
const keyOf = (visit: number) => ({ visitor: { S: 'ada' }, visit: { N: String(visit) } });
const itemOf = (visit: number, door?: string) => ({ ...keyOf(visit), ...(door && { door: { S: door } }) });
const put = (state: State, visit: number, door?: string): void =>
  void perform(state, 'PutItem', { TableName, Item: itemOf(visit, door) });
const remove = (state: State, visit: number): void =>
  void perform(state, 'DeleteItem', { TableName, Key: keyOf(visit) });

/** A transaction that has an effect only the first time, because of its token. */
const addOnce = (state: State): object => {
  const ExpressionAttributeValues = { ':one': { N: '1' } };
  const Update = { TableName, Key: keyOf(8), UpdateExpression: 'ADD seen :one', ExpressionAttributeValues };
  perform(state, 'TransactWriteItems', { TransactItems: [{ Update }], ClientRequestToken: 'token' });
  return perform(state, 'GetItem', { TableName, Key: keyOf(8) });
};

const visits = (page: object): number[] =>
  (page as { Items: { visit: { N: string } }[] }).Items.map(({ visit }) => Number(visit.N));
const query = (state: State, IndexName: string | undefined, name: string, value: string): number[] =>
  visits(
    perform(state, 'Query', {
      TableName,
      ...(IndexName !== undefined && { IndexName }),
      KeyConditionExpression: `${name} = :value`,
      ExpressionAttributeValues: { ':value': { S: value } },
    }),
  );

const use = (act: (state: State) => void): void => {
  const journal = openSqliteJournal(join(folder, 'dynamodb.sqlite'));
  act(State.open(journal));
  journal.close();
};

it('A reopened database returns items in the order of their keys, from a table and from its index', () => {
  use((state) => {
    create(state);
    // SQLite sorts the keys as text: 10 before 9.
    for (const visit of [10, 9, 8]) put(state, visit, 'north');
    put(state, 11);
    addOnce(state);
    expect(addOnce(state)).toMatchObject({ Item: { seen: { N: '1' } } });
    stopDateAt(Date.now() + 10 * 60_000 + 1);
    expect(addOnce(state)).toMatchObject({ Item: { seen: { N: '2' } } });
    jest.useRealTimers();
  });
  use((state) => {
    expect(perform(state, 'DescribeTable', { TableName })).toMatchObject({ Table: { ItemCount: 4 } });
    expect(query(state, undefined, 'visitor', 'ada')).toEqual([8, 9, 10, 11]);
    expect(query(state, 'byDoor', 'door', 'north')).toEqual([8, 9, 10]);
    put(state, 9, 'south');
    expect(query(state, 'byDoor', 'door', 'north')).toEqual([8, 10]);
    put(state, 7, 'north');
    remove(state, 11);
  });
  use((state) => {
    expect(query(state, 'byDoor', 'door', 'south')).toEqual([9]);
    expect(query(state, 'byDoor', 'door', 'north')).toEqual([7, 8, 10]);
    expect(visits(perform(state, 'Scan', { TableName }))).toEqual([7, 8, 9, 10]);
    perform(state, 'DeleteTable', { TableName });
    create(state);
  });
  use((state) => {
    expect(visits(perform(state, 'Scan', { TableName }))).toEqual([]);
  });
});

it('A stale read shows a table and its index as they were before the last write', () => {
  const state = State.open();
  const scan = (options: PerformOptions, IndexName?: string) =>
    perform(state, 'Scan', { TableName, ...(IndexName && { IndexName }) }, options);
  create(state);
  put(state, 1, 'north');
  expect(scan({ isStale: true })).toMatchObject({ Items: [] });
  put(state, 1, 'south');
  for (const name of [undefined, 'byDoor']) {
    expect(scan({ isStale: true }, name)).toMatchObject({ Items: [itemOf(1, 'north')] });
    expect(scan({}, name)).toMatchObject({ Items: [itemOf(1, 'south')] });
  }
  remove(state, 1);
  expect(scan({ isStale: true }, 'byDoor')).toMatchObject({ Items: [itemOf(1, 'south')] });
  expect(scan({}, 'byDoor')).toMatchObject({ Items: [] });
});

it.each(['NEW_AND_OLD_IMAGES', 'NEW_IMAGE'] as const)(
  'Each change makes one stream record, with the images of the view type %s',
  (stream) => {
    const state = State.open();
    const changes: Parameters<typeof state.onWrite>[0][number][] = [];
    state.onWrite = (made) => changes.push(...made);
    create(state, stream);
    // The second write changes nothing.
    for (const door of ['north', 'north', 'south']) put(state, 1, door);
    remove(state, 1);
    const records = makeRecorder()(changes);
    const old = (door: string) => (stream === 'NEW_IMAGE' ? undefined : itemOf(1, door));
    expect(records.map(({ eventName, dynamodb }) => [eventName, dynamodb?.OldImage, dynamodb?.NewImage])).toEqual([
      ['INSERT', undefined, itemOf(1, 'north')],
      ['MODIFY', old('north'), itemOf(1, 'south')],
      ['REMOVE', old('south'), undefined],
    ]);
    const numbers = records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '');
    expect(numbers.toSorted()).toEqual(numbers);
    // They begin with the time, so that they grow even if the process is restarted.
    expect(Number(numbers[0])).toBeGreaterThan(Date.UTC(2026) * 1_000_000);
  },
);
