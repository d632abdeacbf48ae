import { expect, it } from '@jest/globals';
import { makeRecorder } from '../../../../lib/local/dynamodb/change-record.ts';
import { perform } from '../../../../lib/local/dynamodb/engine.ts';
import { State } from '../../../../lib/local/dynamodb/state.ts';
import { toCreateTable } from '../../../../lib/local/create-tables.ts';
import type { TableDefinition } from '../../../../shared/tables.ts';

const KEY = { door: { S: 'north' } };

it.each(['NEW_AND_OLD_IMAGES', 'NEW_IMAGE'] as const)(
  'Each change makes one stream record, with the images of the view type %s',
  (stream) => {
    const definition: TableDefinition = { partitionKey: { name: 'door', type: 'S' }, indexes: [], stream };
    const state = State.open();
    const changes: Parameters<typeof state.onWrite>[0][number][] = [];
    state.onWrite = (made) => changes.push(...made);
    perform(state, 'CreateTable', toCreateTable('Doors', definition));
    // The second write changes nothing.
    for (const n of ['1', '1', '2']) perform(state, 'PutItem', { TableName: 'Doors', Item: { ...KEY, n: { N: n } } });
    perform(state, 'DeleteItem', { TableName: 'Doors', Key: KEY });
    const records = makeRecorder()(changes);
    const old = (n: string) => (stream === 'NEW_IMAGE' ? undefined : { ...KEY, n: { N: n } });
    expect(records.map(({ eventName, dynamodb }) => [eventName, dynamodb?.OldImage, dynamodb?.NewImage])).toEqual([
      ['INSERT', undefined, { ...KEY, n: { N: '1' } }],
      ['MODIFY', old('1'), { ...KEY, n: { N: '2' } }],
      ['REMOVE', old('2'), undefined],
    ]);
    const numbers = records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '');
    expect(numbers.toSorted()).toEqual(numbers);
    // They begin with the time, so that they grow even if the process is restarted.
    expect(Number(numbers[0])).toBeGreaterThan(Date.UTC(2026) * 1_000_000);
  },
);
