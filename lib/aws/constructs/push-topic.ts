import { Topic, type CfnTopic } from 'aws-cdk-lib/aws-sns';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';

/**
 * Makes the topic that receives the pushes of users without a registered device. The operator's own push provider subscribes to
 * the topic. By default, the topic is encrypted with the AWS managed key for SNS, for which publishers need no permission.
 */
export const makePushTopic = (scope: Construct, masterKey: IKey | undefined): Topic => {
  const topic = new Topic(scope, 'Topic', { enforceSSL: true, masterKey });
  if (!masterKey) (topic.node.defaultChild as CfnTopic).kmsMasterKeyId = 'alias/aws/sns';
  return topic;
};
