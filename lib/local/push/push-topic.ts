import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { LOCAL_ACCOUNT_ID } from '../gateway/gateway-event.ts';

const NAME = 'checkin-pushes';

export const localTopicArn = (region: string): string => `arn:aws:sns:${region}:${LOCAL_ACCOUNT_ID}:${NAME}`;

/** Makes the push topic where it is missing. @returns its ARN. */
export const createPushTopic = async (snsUrl: string): Promise<string> => {
  const client = new SNSClient({ ...callBudgets.request(), endpoint: snsUrl });
  try {
    const { TopicArn } = await client.send(new CreateTopicCommand({ Name: NAME }));
    return TopicArn as string;
  } finally {
    client.destroy();
  }
};
