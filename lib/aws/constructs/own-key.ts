import { Aws, Stack } from 'aws-cdk-lib/core';
import { AnyPrincipal, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import { removalOfData } from './kept-data.ts';

/** Each service may use the key on behalf of any caller who may use its resources. Keys that AWS manages work this way too. */
const USING_SERVICES = ['dynamodb', 'secretsmanager', 'sns', 'sqs'];

const USE = [
  'kms:Encrypt',
  'kms:Decrypt',
  'kms:ReEncrypt*',
  'kms:GenerateDataKey*',
  'kms:CreateGrant',
  'kms:DescribeKey',
];

/**
 * One customer-managed key for tables, secrets, topics, queues and logs. It has the same policy as keys that AWS manages, so
 * roles need no permission for it. Disabling the key ends access to everything.
 */
export class OwnKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: `Encrypts the data of ${Stack.of(this).stackName}.`,
      enableKeyRotation: true,
      removalPolicy: removalOfData(settings),
    });
    this.#allow(new AnyPrincipal(), {
      StringEquals: {
        'kms:CallerAccount': Aws.ACCOUNT_ID,
        'kms:ViaService': USING_SERVICES.map((name) => `${name}.${Aws.REGION}.amazonaws.com`),
      },
    });
    const logs = `arn:${Aws.PARTITION}:logs:${Aws.REGION}:${Aws.ACCOUNT_ID}:log-group:*`;
    this.#allow(new ServicePrincipal(`logs.${Aws.REGION}.amazonaws.com`), {
      ArnLike: { 'kms:EncryptionContext:aws:logs:arn': logs },
    });
  }

  #allow(principal: AnyPrincipal | ServicePrincipal, conditions: Record<string, object>): void {
    this.key.addToResourcePolicy(
      new PolicyStatement({ principals: [principal], actions: USE, resources: ['*'], conditions }),
    );
  }
}
