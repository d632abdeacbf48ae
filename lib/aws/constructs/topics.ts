import { Topic, type CfnTopic } from 'aws-cdk-lib/aws-sns';
import { Key, type IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { Aws, RemovalPolicy } from 'aws-cdk-lib/core';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { StageSettings } from '../stage-settings.ts';

/**
 * Makes the topic that receives the pushes of users without a registered device. The operator's own push provider subscribes to
 * the topic. By default, the topic is encrypted with the AWS managed key for SNS, for which publishers need no permission.
 */
export const makePushTopic = (scope: Construct, masterKey: IKey | undefined): Topic => {
  const topic = new Topic(scope, 'Topic', { enforceSSL: true, masterKey });
  if (!masterKey) (topic.node.defaultChild as CfnTopic).kmsMasterKeyId = 'alias/aws/sns';
  return topic;
};

/** CloudWatch, which acts without a role, for this account only. */
const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com', {
  conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
});

/** `page`: people cannot check in, or data is at risk. `notice`: can wait until tomorrow. */
export type AlarmTopics = Readonly<Record<'page' | 'notice', Topic>>;

/**
 * Makes the topics that alarms notify. They are encrypted with the stage's key if there is one, and otherwise with a key made for
 * them, because CloudWatch may not use the key that AWS manages for SNS. A topic's policy replaces the default one, so it must
 * allow CloudWatch explicitly.
 */
export const makeAlarmTopics = (scope: Construct, settings: StageSettings, stageKey: Key | undefined): AlarmTopics => {
  const masterKey =
    stageKey ??
    new Key(scope, 'Key', {
      description: 'Encrypts the notifications of alarms.',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  const actions = ['kms:Decrypt', 'kms:GenerateDataKey*'];
  masterKey.addToResourcePolicy(new PolicyStatement({ principals: [cloudWatch], actions, resources: ['*'] }));
  const make = (id: string, email: string | undefined): Topic => {
    const topic = new Topic(scope, id, { masterKey, enforceSSL: true });
    topic.addToResourcePolicy(
      new PolicyStatement({ principals: [cloudWatch], actions: ['sns:Publish'], resources: [topic.topicArn] }),
    );
    if (email !== undefined) topic.addSubscription(new EmailSubscription(email));
    return topic;
  };
  return { page: make('Page', settings.alarmEmail), notice: make('Notice', settings.noticeEmail) };
};
