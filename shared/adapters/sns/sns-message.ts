import type { PublishInput } from '@aws-sdk/client-sns';
import { formatDateTime } from '../../domain/instant.ts';
import type { Push } from '../../domain/push.ts';

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
  const { user, checkinId } = push;
  const { companyId, userId } = user;
  const { user: _, at, ...rest } = push;
  const document = { companyId, userId, ...rest, at: formatDateTime(at) };
  const text = toText(push);
  return toMessage(
    { default: JSON.stringify(document), email: text, sms: text, ...platformsOf(push) },
    // Filter policies support numbers up to 10⁹ only, so a user's id is a string here.
    { companyId, userId: String(userId), checkinId, ...apnsHeaders(push) },
  );
};
