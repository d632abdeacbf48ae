import {
  CreatePlatformApplicationCommand,
  CreatePlatformEndpointCommand,
  SetEndpointAttributesCommand,
  SNSClient,
} from '@aws-sdk/client-sns';
import { CreateEventBusCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { EVENT_BUS } from '../cdk-commands.ts';
import { openDelivery } from '../stream-reader.ts';
import type { DrillContext } from '../drill-context.ts';

/** Registers a device as an app would, with SNS. @returns the ARN of its endpoint */
const makeDevice = async (sns: SNSClient): Promise<string> => {
  const { PlatformApplicationArn } = await sns.send(
    new CreatePlatformApplicationCommand({ Name: 'app', Platform: 'GCM', Attributes: { PlatformCredential: 'x' } }),
  );
  const created = await sns.send(new CreatePlatformEndpointCommand({ PlatformApplicationArn, Token: 'token-1' }));
  return created.EndpointArn as string;
};

/** The outcome of a delivery after which Lambda tries nothing again. */
const handled = (count: number) => ({ count, result: { batchItemFailures: [] } });

/** The calls of a function that the proxy let through, by what they sent. */
const sentBy = ({ service }: DrillContext, name: string, action: string) =>
  service.proxyOf(name).calls.flatMap((call) => (call.action === action ? [call.parameters] : []));

/** Sends pushes to a device and to the topic, removes a device that is gone, and replays a push that SNS rejected. */
export const sendPushes = async (context: DrillContext): Promise<void> => {
  const { service, moto, admin, gate, checks } = context;
  const sns = new SNSClient(moto.client);
  const endpoint = await makeDevice(sns);
  const addDevice = (user: string) =>
    admin('devices', 'add', '--company', 'acme', '--user', user, '--endpoint', endpoint);
  await addDevice('53');
  const deliver = await openDelivery(service, 'push', moto);
  const checkIn = (id: number, notify = true) =>
    service.send('POST /scheduling/checkin', { body: { id, notify }, token: gate.token });
  const pushes = () => sentBy(context, 'push', 'sns:Publish');

  await checkIn(53);
  await checkIn(54);
  await checkIn(57, false);
  checks.equal('two of three check-ins are to be pushed', await deliver(), handled(2));
  const targets = pushes().map(({ TargetArn, TopicArn }) => TargetArn ?? TopicArn);
  const expected = new Set([endpoint, service.outputs['PushTopic']]);
  checks.equal('… one to the device, and one to the topic', [targets.length, new Set(targets)], [2, expected]);

  await addDevice('56');
  await sns.send(new SetEndpointAttributesCommand({ EndpointArn: endpoint, Attributes: { Enabled: 'false' } }));
  sns.destroy();
  await checkIn(56);
  checks.equal('a push to a device that is gone', await deliver(), handled(1));
  const devices = await admin<object>('devices', 'list', '--company', 'acme', '--user', '56');
  checks.check('… removes the device from its user', !JSON.stringify(devices).includes(endpoint), devices);

  service.proxyOf('push').forbid('sns:Publish');
  await checkIn(55);
  checks.equal('a push that SNS rejects is kept in the queue', await deliver(), handled(1));
  service.proxyOf('push').forbid(undefined);
  await admin('pushes', 'replay');
  const { Message: replayed = '' } = pushes().at(-1) ?? {};
  checks.check('… and the replay sends it', replayed.includes('Desk 55'), replayed);
};

/** Publishes the events of both streams, and replays one that EventBridge rejected. */
export const publishEvents = async (context: DrillContext): Promise<void> => {
  const { service, moto, admin, gate, checks } = context;
  const bridge = new EventBridgeClient(moto.client);
  await bridge.send(new CreateEventBusCommand({ Name: EVENT_BUS }));
  bridge.destroy();
  const deliver = await openDelivery(service, 'events', moto);
  const types = () =>
    sentBy(context, 'events', 'events:PutEvents').flatMap(({ Entries = [] }) =>
      Entries.map(({ DetailType }) => DetailType),
    );
  await service.send('POST /scheduling/checkin', { body: { id: 62 }, token: gate.token });
  await admin('bookings', 'cancel', '--company', 'acme', '--user', '63', '--booking', 'desk-63', '--yes');
  checks.equal('a check-in and a cancellation', await deliver(), handled(3));
  // The cancellation deletes a booking, and writes an entry of the audit log.
  const published = new Set(['audit.recorded', 'booking.cancelled', 'checkin.performed']);
  checks.equal('… are three events on the bus', new Set(types()), published);

  service.proxyOf('events').forbid('events:PutEvents');
  await service.send('POST /scheduling/checkin', { body: { id: 64 }, token: gate.token });
  checks.equal('an event that EventBridge rejects is kept in the queue', await deliver(), handled(1));
  service.proxyOf('events').forbid(undefined);
  await admin('events', 'replay');
  checks.equal('… and the replay publishes it', types().at(-1), 'checkin.performed');
};
