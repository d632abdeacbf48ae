import { Aws, Stack } from 'aws-cdk-lib/core';
import { AnyPrincipal, PolicyStatement, ServicePrincipal, type IPrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import { removalOfData } from './kept-data.ts';

/** AWS services that may use the key for any caller with access to their resources. AWS-managed keys allow this too. */
const USING_SERVICES = ['dynamodb', 'secretsmanager', 'sns', 'sqs'];

const USE_ACTIONS = [
  'kms:Encrypt',
  'kms:Decrypt',
  'kms:ReEncrypt*',
  'kms:GenerateDataKey*',
  'kms:CreateGrant',
  'kms:DescribeKey',
];

/**
 * Makes one customer-managed key for tables, secrets, topics, queues and logs. It has the same policy as keys that AWS manages,
 * so roles need no permission for it. Disabling the key ends access to all of these.
 */
export const makeOwnKey = (scope: Construct, settings: StageSettings): Key => {
  const key = new Key(scope, 'Key', {
    description: `Encrypts the data of ${Stack.of(scope).stackName}.`,
    enableKeyRotation: true,
    removalPolicy: removalOfData(settings),
  });
  const allow = (principal: IPrincipal, conditions: Record<string, object>) =>
    key.addToResourcePolicy(
      new PolicyStatement({ principals: [principal], actions: USE_ACTIONS, resources: ['*'], conditions }),
    );
  allow(new AnyPrincipal(), {
    StringEquals: {
      'kms:CallerAccount': Aws.ACCOUNT_ID,
      'kms:ViaService': USING_SERVICES.map((name) => `${name}.${Aws.REGION}.amazonaws.com`),
    },
  });
  const logs = `arn:${Aws.PARTITION}:logs:${Aws.REGION}:${Aws.ACCOUNT_ID}:log-group:*`;
  allow(new ServicePrincipal(`logs.${Aws.REGION}.amazonaws.com`), {
    ArnLike: { 'kms:EncryptionContext:aws:logs:arn': logs },
  });
  return key;
};
