import { Fn, Stack } from 'aws-cdk-lib/core';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { tables } from '../../../shared/tables.ts';
import type { Capabilities } from '../grant-needs.ts';
import { capitalise } from './capitalise.ts';

/**
 * Gives another stack access to the service's stack. It reads only outputs that the service's stack has anyway, for the command
 * line, so deploying the other stack, which is optional, does not change the service's template.
 */
export const readServiceOutputs = (scope: Construct, serviceStackName: string, hasOwnKey: boolean) => {
  const output = (name: string): string => Fn.getStackOutput(serviceStackName, name);
  const toTable = (tableId: string) => {
    const tableName = output(`${capitalise(tableId)}Table`);
    const tableArn = Stack.of(scope).formatArn({ service: 'dynamodb', resource: 'table', resourceName: tableName });
    return [tableId, { tableName, tableArn }] as const;
  };
  return {
    tables: Object.fromEntries(Object.keys(tables).map(toTable)) as Capabilities['tables'],
    signingKeys: {
      access: { secretArn: output('AccessKeySecret') },
      refresh: { secretArn: output('RefreshKeySecret') },
    },
    /** The customer-managed key, if the stage has one. */
    key: hasOwnKey ? Key.fromKeyArn(scope, 'Key', output('EncryptionKey')) : undefined,
    /** The base URL of the gates' API. */
    apiUrl: output('ApiUrl'),
    alarmTopic: Topic.fromTopicArn(scope, 'AlarmTopic', output('AlarmTopic')),
  };
};
