import { variableOf } from '../../../shared/settings.ts';
import { createPushTopic, localTopicArn } from './push-topic.ts';
import type { StreamHandler } from './stream-delivery.ts';

const load = async (snsUrl: string | undefined): Promise<StreamHandler> => {
  const topicArn =
    snsUrl === undefined ? localTopicArn(process.env['AWS_REGION'] ?? '') : await createPushTopic(snsUrl);
  process.env[variableOf('pushTopic')] = topicArn;
  return (await import('../../../functions/push/handler.ts')).handler;
};

/**
 * The very module that the stack deploys, once its topic is there: an SNS that is away does not keep the service from
 * starting. The returned function may be called until it has worked.
 */
export const makePushFunction = (snsUrl: string | undefined): (() => Promise<StreamHandler>) => {
  let loading: Promise<StreamHandler> | undefined;
  return async () => {
    loading ??= load(snsUrl);
    try {
      return await loading;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
};
