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
export const sendPushes = async ({ service, moto, admin, gate, checks }: DrillContext): Promise<void> => {
  const { check, equal } = checks;
  const sns = new SNSClient(moto.client);
  const endpoint = await makeDevice(sns);
  const addDevice = (user: string) =>
    admin('devices', 'add', '--company', 'acme', '--user', user, '--endpoint', endpoint);
  await addDevice('53');
  const takeRecords = await openDelivery(service, 'push', moto);
  const checkIn = (id: number, notify = true) =>
    service.send('POST /scheduling/checkin', { body: { id, notify }, token: gate.token });
  const deliver = async (Records: object[]) => (await service.invoke('push', { Records })).result;
  const DONE = { batchItemFailures: [] };
  const push = service.proxyOf('push');
  const published = () =>
    push.calls.filter(({ action }) => action === 'sns:Publish').map(({ parameters }) => parameters);

  await checkIn(53);
  await checkIn(54);
  await checkIn(57, false);
  const records = await takeRecords();
  equal('the filter passes on the two check-ins with notify', records.length, 2);
  equal('push: no record failed', await deliver(records), DONE);
  const targets = new Set(published().map(({ TargetArn, TopicArn }) => TargetArn ?? TopicArn));
  const expected = new Set([endpoint, service.outputs['PushTopic']]);
  equal('a push to the device, and one to the topic, for the user without a device', targets, expected);
  equal('… and no other push', published().length, 2);
  const toDevice = published().find(({ TargetArn }) => TargetArn === endpoint)?.['Message'];
  check('… and the first names the desk', toDevice?.includes('Desk 53') === true, toDevice);

  // The platform reports that the app was removed from the device.
  await addDevice('56');
  await sns.send(new SetEndpointAttributesCommand({ EndpointArn: endpoint, Attributes: { Enabled: 'false' } }));
  sns.destroy();
  await checkIn(56);
  equal('a push to a device that is gone: no record failed', await deliver(await takeRecords()), DONE);
  const devices = await admin<object>('devices', 'list', '--company', 'acme', '--user', '56');
  check('… and the device is removed from its user', !JSON.stringify(devices).includes(endpoint), devices);

  // SNS rejects the push permanently, so the operator replays the queue.
  push.forbid('sns:Publish');
  await checkIn(55);
  const refused = await deliver(await takeRecords());
  equal('push rejected by SNS: kept in the queue, and not tried again by Lambda', refused, DONE);
  push.forbid(undefined);
  equal('the replay sends the push', await admin('pushes', 'replay'), { replayed: 1, failed: 0, lost: 0 });
  const last = published().at(-1)?.['Message'];
  check('… and the replayed push arrives through Lambda', last?.includes('Desk 55') === true, last);
};
