import { Fn, Stack } from 'aws-cdk-lib/core';
import { Key, type IKey } from 'aws-cdk-lib/aws-kms';
import { Topic, type ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { tables, type TableId } from '../../../shared/tables.ts';
import type { Capabilities } from '../grant-needs.ts';
import { capitalise } from './capitalise.ts';

/**
 * Gives another stack access to the service's stack through the outputs that the command line also reads. So the service's
 * template is the same with and without the other stack, which is optional.
 */
export class ServiceOutputs extends Construct implements Pick<Capabilities, 'tables' | 'signingKeys'> {
  readonly tables: Capabilities['tables'];
  readonly signingKeys: Capabilities['signingKeys'];
  readonly alarmTopic: ITopic;
  /** The base URL of the gates' API. */
  readonly apiUrl: string;
  /** The customer-managed key, if the stage has one. */
  readonly key: IKey | undefined;

  constructor(scope: Construct, id: string, serviceStackName: string, hasOwnKey: boolean) {
    super(scope, id);
    const output = (name: string): string => Fn.getStackOutput(serviceStackName, name);
    const toTable = (tableId: string) => {
      const tableName = output(`${capitalise(tableId)}Table`);
      const tableArn = Stack.of(this).formatArn({ service: 'dynamodb', resource: 'table', resourceName: tableName });
      return [tableId, { tableName, tableArn }] as const;
    };
    this.tables = Object.fromEntries(Object.keys(tables).map(toTable)) as Record<
      TableId,
      { tableName: string; tableArn: string }
    >;
    this.signingKeys = {
      access: { secretArn: output('AccessKeySecret') },
      refresh: { secretArn: output('RefreshKeySecret') },
    };
    this.key = hasOwnKey ? Key.fromKeyArn(this, 'Key', output('EncryptionKey')) : undefined;
    this.apiUrl = output('ApiUrl');
    this.alarmTopic = Topic.fromTopicArn(this, 'AlarmTopic', output('AlarmTopic'));
  }
}
