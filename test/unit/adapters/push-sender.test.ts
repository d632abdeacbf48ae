import { describe, expect, it } from '@jest/globals';
import {
  EndpointDisabledException,
  InvalidParameterException,
  NotFoundException,
  PlatformApplicationDisabledException,
  type PublishCommand,
  type PublishInput,
} from '@aws-sdk/client-sns';
import { makePushSender } from '../../../shared/adapters/sns/push-sender.ts';
import { composePush } from '../../../shared/domain/push.ts';
import { pushMessages } from '../../../shared/messages/push-messages.ts';

const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:checkin-pushes';
const DEVICE = 'arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/desk-app/1';
const push = composePush(
  { companyId: 'acme', userId: 1 },
  { checkinId: 'c', at: 0 },
  [{ bookingId: 'b', kind: 'position' }],
  pushMessages.en,
);

/** Makes a sender. Its SNS fails with `error` or, if there is no `error`, accepts everything. */
const start = (error?: Error) => {
  const sent: PublishInput[] = [];
  const send = async ({ input }: PublishCommand) => {
    if (error) throw error;
    sent.push(input);
    return {};
  };
  return { sender: makePushSender({ send } as Parameters<typeof makePushSender>[0], TOPIC), sent };
};

const $metadata = {};
const invalid = (message: string) => new InvalidParameterException({ message, $metadata });

describe('The push sender', () => {
  it('sends to a device by its endpoint, and to the topic by its ARN', async () => {
    const { sender, sent } = start();
    expect(await sender.toDevice(DEVICE, push)).toBe('sent');
    await sender.toTopic(push);
    expect(sent).toEqual([
      expect.objectContaining({ TargetArn: DEVICE, MessageStructure: 'json' }),
      expect.objectContaining({ TopicArn: TOPIC, MessageStructure: 'json' }),
    ]);
  });

  it.each([
    new EndpointDisabledException({ message: 'Endpoint is disabled', $metadata }),
    new NotFoundException({ message: 'Endpoint does not exist', $metadata }),
    invalid('Invalid parameter: TargetArn Reason: No endpoint found for the target arn specified'),
    invalid('Invalid parameter: TargetArn'),
  ])('reports the endpoint as gone after %p', async (error) => {
    expect(await start(error).sender.toDevice(DEVICE, push)).toBe('gone');
  });

  it.each([
    invalid('Invalid parameter: Message too long'),
    invalid('Invalid parameter: Message Reason: JSON must contain an entry for default or APNS.'),
    new PlatformApplicationDisabledException({ message: 'Platform application is disabled', $metadata }),
  ])('does not report the endpoint as gone after %p', async (error) => {
    await expect(start(error).sender.toDevice(DEVICE, push)).rejects.toBe(error);
  });

  it('fails if the topic no longer exists', async () => {
    const error = new NotFoundException({ message: 'Topic does not exist', $metadata });
    await expect(start(error).sender.toTopic(push)).rejects.toBe(error);
  });

  it.each([
    Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' }),
    Object.assign(new Error('cut'), { code: 'ECONNRESET' }),
    Object.assign(new Error('late'), { name: 'TimeoutError' }),
  ])('reports SNS as unavailable after %p', async (error) => {
    await expect(start(error).sender.toDevice(DEVICE, push)).rejects.toMatchObject({ code: 'dependency_unavailable' });
    await expect(start(error).sender.toTopic(push)).rejects.toThrow(/^SNS is not available/);
  });
});
