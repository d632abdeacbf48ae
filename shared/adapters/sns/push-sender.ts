import { PublishCommand, SNSClient, type PublishInput } from '@aws-sdk/client-sns';
import type { PushSender } from '../../domain/push.ts';
import { callBudgets } from '../sdk/call-budget.ts';
import { translated, translateFailure } from '../sdk/sdk-failure.ts';
import { toDeviceMessage, toTopicMessage } from './sns-message.ts';

export const connectSns = (): SNSClient => new SNSClient(callBudgets.background());

/**
 * SNS returns `EndpointDisabled` if the platform rejected the endpoint, and `InvalidParameter` with `TargetArn` if the endpoint
 * was deleted. An invalid message also gets `InvalidParameter`, but with another parameter.
 */
const isEndpointGone = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { name, message } = error;
  if (name === 'InvalidParameterException') return message.startsWith('Invalid parameter: TargetArn');
  return name === 'EndpointDisabledException' || name === 'NotFoundException';
};

/** @param signal aborts calls in flight */
export const makePushSender = (sns: Pick<SNSClient, 'send'>, topicArn: string, signal?: AbortSignal): PushSender => {
  const publish = async (input: PublishInput): Promise<void> => {
    await sns.send(new PublishCommand(input), { abortSignal: signal });
  };
  return {
    async toDevice(endpoint, push) {
      try {
        await publish({ TargetArn: endpoint, ...toDeviceMessage(push) });
        return 'sent';
      } catch (error) {
        if (isEndpointGone(error)) return 'gone';
        throw translateFailure('SNS', error);
      }
    },
    toTopic: (push) => translated('SNS', publish({ TopicArn: topicArn, Subject: push.title, ...toTopicMessage(push) })),
  };
};
