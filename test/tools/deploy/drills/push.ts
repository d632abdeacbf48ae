import {
  CreatePlatformApplicationCommand,
  CreatePlatformEndpointCommand,
  SetEndpointAttributesCommand,
  SNSClient,
} from '@aws-sdk/client-sns';
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

/** Tests the path of check-ins with `notify`: the stream, its filter, the push function, SNS, and the queue for failures. */
export const sendPushes = async (context: DrillContext): Promise<void> => {
  const { service, moto, admin, gate } = context;
  const { check } = context.checks;
  const sns = new SNSClient(moto.client);
  const endpoint = await makeDevice(sns);
  await admin('devices', 'add', '--company', 'acme', '--user', '53', '--endpoint', endpoint);
  const takeRecords = await openDelivery(service, 'push', moto);
  const checkIn = (id: number, notify = true) =>
    service.send('POST /scheduling/checkin', { body: { id, notify }, token: gate.token });
  const deliver = async (records: object[]) =>
    JSON.stringify((await service.invoke('push', { Records: records })).result);
  const DONE = '{"batchItemFailures":[]}';
  const push = service.proxyOf('push');
  const published = () =>
    push.calls.filter(({ action }) => action === 'sns:Publish').map(({ parameters }) => parameters);

  await checkIn(53);
  await checkIn(54);
  await checkIn(57, false);
  const records = await takeRecords();
  check('the filter passes on the two check-ins with notify', records.length === 2, records.length);
  check('push: no record failed', (await deliver(records)) === DONE);
  const toDevice = published().filter(({ TargetArn }) => TargetArn === endpoint);
  const toTopic = published().filter(({ TopicArn }) => TopicArn === service.outputs['PushTopic']);
  check(
    'one push to the device, which names the desk',
    Boolean(toDevice[0]?.['Message']?.includes('Desk 53')),
    toDevice,
  );
  check('one push to the topic, for the user without a device', toTopic.length === 1 && toDevice.length === 1, toTopic);

  // The platform reports that the app was removed from the device.
  await admin('devices', 'add', '--company', 'acme', '--user', '56', '--endpoint', endpoint);
  await sns.send(new SetEndpointAttributesCommand({ EndpointArn: endpoint, Attributes: { Enabled: 'false' } }));
  sns.destroy();
  await checkIn(56);
  check('a push to a device that is gone: no record failed', (await deliver(await takeRecords())) === DONE);
  const devices = await admin<object>('devices', 'list', '--company', 'acme', '--user', '56');
  check('… and the device is removed from its user', !JSON.stringify(devices).includes(endpoint), devices);

  // SNS rejects the push permanently, so the operator replays the queue.
  push.forbid('sns:Publish');
  await checkIn(55);
  const refused = await takeRecords();
  check('push rejected by SNS: kept in the queue, and not tried again by Lambda', (await deliver(refused)) === DONE);
  push.forbid(undefined);
  const replayed = await admin('pushes', 'replay');
  check('the replay sends the push', JSON.stringify(replayed) === '{"replayed":1,"failed":0,"lost":0}', replayed);
  check(
    '… and the replayed push arrives through Lambda',
    published().at(-1)?.['Message']?.includes('Desk 55') === true,
    published().at(-1),
  );
};
