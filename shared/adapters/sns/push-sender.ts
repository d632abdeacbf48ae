import { PublishCommand, SNSClient, type PublishInput } from '@aws-sdk/client-sns';
import { formatDateTime } from '../../domain/instant.ts';
import type { Push, PushSender } from '../../domain/push.ts';
import { callBudgets } from '../sdk/call-budget.ts';
import { callAws, translateFailure } from '../sdk/sdk-failure.ts';

type Message = Required<Pick<PublishInput, 'Message' | 'MessageStructure' | 'MessageAttributes'>>;
type Attributes = Readonly<Record<string, string>>;

/** The data for apps. All values are strings, because FCM allows no others. */
const dataOf = ({ checkinId, at, bookingCount }: Push): Readonly<Record<string, string>> => ({
  checkinId,
  at: formatDateTime(at),
  bookingCount: String(bookingCount),
});

/** The format is described in Apple's "Generating a remote notification". */
const toApns = (push: Push): object => ({
  aps: { alert: { title: push.title, body: push.body }, sound: 'default' },
  ...dataOf(push),
});

/** SNS accepts a message of Google's FCM HTTP v1 API (`projects.messages`) as `fcmV1Message`. */
const toFcm = (push: Push): object => {
  const { checkinId, title, body } = push;
  const message = {
    notification: { title, body },
    data: dataOf(push),
    android: { collapse_key: checkinId, priority: 'high', notification: { tag: checkinId } },
    apns: { headers: { 'apns-collapse-id': checkinId } },
    webpush: { notification: { tag: checkinId } },
  };
  return { fcmV1Message: { message } };
};

const platformsOf = (push: Push): Readonly<Record<string, string>> => {
  const apns = JSON.stringify(toApns(push));
  return { APNS: apns, APNS_SANDBOX: apns, GCM: JSON.stringify(toFcm(push)) };
};

/** SNS sends these message attributes to APNs as headers. */
const apnsHeaders = ({ checkinId }: Push): Attributes => ({
  'AWS.SNS.MOBILE.APNS.COLLAPSE_ID': checkinId,
  'AWS.SNS.MOBILE.APNS.PUSH_TYPE': 'alert',
  'AWS.SNS.MOBILE.APNS.PRIORITY': '10',
});

const toMessage = (structure: object, attributes: Attributes): Message => ({
  Message: JSON.stringify(structure),
  MessageStructure: 'json',
  MessageAttributes: Object.fromEntries(
    Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
  ),
});

const toText = ({ title, body }: Push): string => `${title}: ${body}`;

export const toDeviceMessage = (push: Push): Message =>
  toMessage({ default: toText(push), ...platformsOf(push) }, apnsHeaders(push));

/** Queues, functions and web hooks get the push as JSON; people get a line of text. */
export const toTopicMessage = (push: Push): Message => {
  const { user, at, ...rest } = push;
  const { companyId, userId } = user;
  const document = { companyId, userId, ...rest, at: formatDateTime(at) };
  const text = toText(push);
  return toMessage(
    { default: JSON.stringify(document), email: text, sms: text, ...platformsOf(push) },
    // Filter policies support numbers up to 10⁹ only, so a user's id is a string here.
    { companyId, userId: String(userId), checkinId: push.checkinId, ...apnsHeaders(push) },
  );
};

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
    toTopic: (push) => callAws('SNS', publish({ TopicArn: topicArn, Subject: push.title, ...toTopicMessage(push) })),
  };
};
