import { Stack } from 'aws-cdk-lib/core';
import { Grant, type Role } from 'aws-cdk-lib/aws-iam';
import { Topic, type CfnTopic } from 'aws-cdk-lib/aws-sns';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { suppressNag } from '../suppress-nag.ts';

/**
 * Receives the pushes of users without a registered device. The operator's own push provider subscribes to it. By default, the
 * topic is encrypted with the key that AWS manages. Principals that publish to the topic need no permission for this key.
 */
export class PushTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, masterKey?: IKey) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { enforceSSL: true, masterKey });
    if (!masterKey) (this.topic.node.defaultChild as CfnTopic).kmsMasterKeyId = 'alias/aws/sns';
  }

  /** Allows a role to publish to the topic, and to the mobile devices that are registered in this account and region. */
  grantPublish(role: Role): void {
    const devices = Stack.of(this).formatArn({ service: 'sns', resource: 'endpoint', resourceName: '*' });
    const resourceArns = [this.topic.topicArn, devices];
    suppressNag(role, {
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:sns:<AWS::Region>:<AWS::AccountId>:endpoint/*]':
        'Devices are registered while the service runs, so their ARNs are not known at deployment.',
    });
    Grant.addToPrincipal({ grantee: role, actions: ['sns:Publish'], resourceArns });
  }
}
