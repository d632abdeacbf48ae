import { RemovalPolicy } from 'aws-cdk-lib/core';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { suppressNag } from '../suppress-nag.ts';
import { letServiceEncrypt, serviceForThisAccount } from './own-key.ts';

const cloudWatch = serviceForThisAccount('cloudwatch');

/**
 * Makes the topic that alarms notify. It is encrypted with the stage's key if there is one, and otherwise with a key made for
 * the topic, because CloudWatch may not use the key that AWS manages for SNS. The topic's policy replaces the default one, so
 * it must allow CloudWatch explicitly.
 */
export const makeAlarmTopic = (scope: Construct, email: string | undefined, stageKey: Key | undefined): Topic => {
  const masterKey =
    stageKey ??
    new Key(scope, 'Key', {
      description: 'Encrypts the notifications of alarms.',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  letServiceEncrypt(masterKey, cloudWatch);
  const topic = new Topic(scope, 'Topic', { masterKey, enforceSSL: true });
  topic.addToResourcePolicy(
    new PolicyStatement({ principals: [cloudWatch], actions: ['sns:Publish'], resources: [topic.topicArn] }),
  );
  if (email !== undefined) {
    topic.addSubscription(new EmailSubscription(email));
    suppressNag(scope, { 'Serverless-SNSRedrivePolicy': 'SNS cannot redrive e-mail: the mail system delivers it.' });
  }
  return topic;
};
