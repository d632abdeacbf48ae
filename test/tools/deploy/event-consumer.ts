import {
  CreateEventBusCommand,
  EventBridgeClient,
  PutRuleCommand,
  PutTargetsCommand,
} from '@aws-sdk/client-eventbridge';
import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { EVENT_BUS } from './cdk-commands.ts';
import type { Moto } from './moto.ts';

const arnOf = (queue: string): string => `arn:aws:sqs:eu-central-1:123456789012:${queue}`;

/**
 * Creates the stage's event bus, unless it exists, and a queue that receives the service's events, like a queue of another
 * system.
 * @returns `take`, which removes up to ten events from the queue and returns them as CloudEvents
 */
export const openEventConsumer = async ({ client }: Moto, QueueName: string) => {
  const [bridge, sqs] = [new EventBridgeClient(client), new SQSClient(client)];
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName }));
  await bridge.send(new CreateEventBusCommand({ Name: EVENT_BUS })).catch((error: Error) => {
    if (error.name !== 'ResourceAlreadyExistsException') throw error;
  });
  const rule = { Rule: QueueName, EventBusName: EVENT_BUS };
  const EventPattern = JSON.stringify({ source: ['checkin-service'] });
  await bridge.send(new PutRuleCommand({ Name: QueueName, EventBusName: EVENT_BUS, EventPattern }));
  await bridge.send(new PutTargetsCommand({ ...rule, Targets: [{ Id: 'queue', Arn: arnOf(QueueName) }] }));
  const take = async (): Promise<{ type: string; data: Readonly<Record<string, unknown>> }[]> => {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
    for (const { ReceiptHandle } of Messages) await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    return Messages.map(({ Body = '' }) => (JSON.parse(Body) as { detail: never }).detail);
  };
  return { take, close: () => [bridge, sqs].map((each) => each.destroy()) };
};
