import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import {
  allTableIds,
  projectionOf,
  tables,
  type KeyAttribute,
  type TableDefinition,
  type TableId,
} from '../../../shared/tables.ts';
import type { StageSettings } from '../stage-settings.ts';
import { capitalise } from './capitalise.ts';
import { removalOfData } from './kept-data.ts';

const toAttribute = ({ name, type }: KeyAttribute): dynamodb.Attribute => ({
  name,
  type: { S: dynamodb.AttributeType.STRING, N: dynamodb.AttributeType.NUMBER }[type],
});

const toKey = ({ partitionKey, sortKey }: Pick<TableDefinition, 'partitionKey' | 'sortKey'>) => ({
  partitionKey: toAttribute(partitionKey),
  ...(sortKey && { sortKey: toAttribute(sortKey) }),
});

/**
 * Returns the properties of a table. By default, the table is encrypted with the key that AWS manages in this account.
 * CloudTrail logs the use of this key, but not that of DynamoDB's own key. A customer-managed key would have a monthly
 * price and need maintenance.
 */
const toProps = (definition: TableDefinition, settings: StageSettings, key: IKey | undefined): dynamodb.TableProps => ({
  ...toKey(definition),
  billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
  encryption: key ? dynamodb.TableEncryption.CUSTOMER_MANAGED : dynamodb.TableEncryption.AWS_MANAGED,
  encryptionKey: key,
  pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
  removalPolicy: removalOfData(settings),
  timeToLiveAttribute: definition.timeToLive,
  ...(definition.stream && { stream: dynamodb.StreamViewType[definition.stream] }),
});

export class ServiceTables extends Construct {
  readonly byId: Readonly<Record<TableId, dynamodb.Table>>;

  constructor(scope: Construct, id: string, settings: StageSettings, key: IKey | undefined) {
    super(scope, id);
    const entries = allTableIds.map((tableId) => [tableId, this.#make(tableId, settings, key)] as const);
    this.byId = Object.fromEntries(entries) as Record<TableId, dynamodb.Table>;
  }

  #make(tableId: TableId, settings: StageSettings, key: IKey | undefined): dynamodb.Table {
    const definition: TableDefinition = tables[tableId];
    const table = new dynamodb.Table(this, capitalise(tableId), {
      ...toProps(definition, settings, key),
      deletionProtection: settings.protect,
    });
    for (const index of definition.indexes) {
      const { ProjectionType, NonKeyAttributes } = projectionOf(index);
      table.addGlobalSecondaryIndex({
        indexName: index.name,
        ...toKey(index),
        projectionType: dynamodb.ProjectionType[ProjectionType],
        nonKeyAttributes: NonKeyAttributes,
      });
    }
    return table;
  }

  get outputs(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.byId).map(([id, table]) => [`${capitalise(id)}Table`, table.tableName]),
    );
  }

  /** Throttled requests to each table and to each index, which DynamoDB counts separately. */
  get throttles(): Metric[] {
    return allTableIds.flatMap((id) => {
      const { tableName: TableName } = this.byId[id];
      const indexes = tables[id].indexes.map(({ name }) => ({ TableName, GlobalSecondaryIndexName: name }));
      return [{ TableName }, ...indexes].flatMap((dimensionsMap) =>
        ['ReadThrottleEvents', 'WriteThrottleEvents'].map(
          (metricName) => new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic: Stats.SUM }),
        ),
      );
    });
  }
}
