import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { variableOf } from '../../../shared/settings.ts';
import { LOCAL_ACCOUNT_ID } from '../gateway/event.ts';

const TOPIC_NAME = 'checkin-pushes';

/** Creates the push topic if it is missing. @returns its ARN. */
const createPushTopic = async (snsUrl: string): Promise<string> => {
  // Loaded only if there is an SNS.
  const { CreateTopicCommand, SNSClient } = await import('@aws-sdk/client-sns');
  const client = new SNSClient({ ...callBudgets.request(), endpoint: snsUrl });
  try {
    const { TopicArn } = await client.send(new CreateTopicCommand({ Name: TOPIC_NAME }));
    return TopicArn as string;
  } finally {
    client.destroy();
  }
};

const topicArnWithoutSns = (): string =>
  `arn:aws:sns:${process.env['AWS_REGION'] ?? ''}:${LOCAL_ACCOUNT_ID}:${TOPIC_NAME}`;

/** Sets the push topic for the push function, which reads it as it loads. @param snsUrl undefined: no SNS needs the topic */
export const setPushTopic = async (snsUrl: string | undefined): Promise<void> => {
  process.env[variableOf('pushTopic')] = snsUrl === undefined ? topicArnWithoutSns() : await createPushTopic(snsUrl);
};
