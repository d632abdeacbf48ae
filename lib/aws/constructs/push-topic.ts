import { Stack } from 'aws-cdk-lib';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { Alias } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

/**
 * Where the pushes of users without a registered device go, for the operator's own push provider to subscribe to. Encrypted
 * with the key that AWS manages: whoever may publish to the topic needs no further permission for that one.
 */
export class PushTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', {
      masterKey: Alias.fromAliasName(this, 'Key', 'alias/aws/sns'),
      enforceSSL: true,
    });
  }

  /** Publishing to the topic and to the mobile devices that are registered in this account and region. */
  grantPublish(grantee: IGrantable): void {
    const devices = Stack.of(this).formatArn({ service: 'sns', resource: 'endpoint', resourceName: '*' });
    const resourceArns = [this.topic.topicArn, devices];
    Grant.addToPrincipal({ grantee, actions: ['sns:Publish'], resourceArns });
  }
}
