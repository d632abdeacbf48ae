import { describe, expect, it } from '@jest/globals';
import { toCreateTable } from '../../../lib/local/table-request.ts';
import type { TableDefinition } from '../../../shared/tables.ts';

const doors: TableDefinition = {
  partitionKey: { name: 'building', type: 'S' },
  sortKey: { name: 'door', type: 'N' },
  indexes: [
    {
      name: 'byOpening',
      partitionKey: { name: 'building', type: 'S' },
      sortKey: { name: 'opensAt', type: 'N' },
      projectedAttributes: ['colour'],
    },
  ],
  timeToLive: 'expiresAtSeconds',
  stream: 'NEW_AND_OLD_IMAGES',
};
const keys: TableDefinition = { partitionKey: { name: 'keyId', type: 'S' }, indexes: [] };

describe('A request for a table', () => {
  it('has the keys, the indexes and the stream of the definition, with on-demand billing', () => {
    expect(toCreateTable('Doors', doors)).toEqual({
      TableName: 'Doors',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: 'building', AttributeType: 'S' },
        { AttributeName: 'door', AttributeType: 'N' },
        { AttributeName: 'opensAt', AttributeType: 'N' },
      ],
      KeySchema: [
        { AttributeName: 'building', KeyType: 'HASH' },
        { AttributeName: 'door', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byOpening',
          KeySchema: [
            { AttributeName: 'building', KeyType: 'HASH' },
            { AttributeName: 'opensAt', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['colour'] },
        },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
  });

  it('has only what the definition has', () => {
    expect(toCreateTable('Keys', keys)).toEqual({
      TableName: 'Keys',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'keyId', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'keyId', KeyType: 'HASH' }],
    });
  });
});
