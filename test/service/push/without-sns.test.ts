import { describe, expect, it } from '@jest/globals';
import { post } from '../../support/running-service.ts';
import { runLocalHere, type LocalHere } from '../../support/run-local-here.ts';
import { startStubSns } from '../../support/start-stub-sns.ts';
import { waitUntil } from '../../support/wait-until.ts';

/** Checks the demo user Ada in, as the start page describes. */
const checkIn = async ({ url, greeting }: LocalHere): Promise<unknown> => {
  const clientSecret = /"clientSecret":"(?<secret>[^"]+)"/.exec(greeting)?.groups?.['secret'];
  const tokens = await post(`${url}/auth`, { clientId: 'ckc_demo', clientSecret });
  const headers = { Authorization: `Bearer ${tokens.body.accessToken}` };
  const response = await post(`${url}/scheduling/checkin`, { email: 'ada@demo.example', notify: true }, headers);
  return response.body.checkinCount;
};

describe('Without SNS', () => {
  it('every push is printed, even if the service stops immediately afterwards', async () => {
    const service = await runLocalHere();
    await checkIn(service);
    expect(await service.stop()).toContainEqual(
      expect.stringMatching(/^Push to arn:aws:sns:[\w-]+:000000000000:checkin-pushes: .*Desk 4\.12 and Parking P7/),
    );
  });
});

describe('If SNS is unavailable when the service starts', () => {
  it('neither the start nor a check-in is delayed, and the push is sent once SNS is available', async () => {
    const stopped = await startStubSns();
    await stopped.stop();
    const { url } = stopped;
    const service = await runLocalHere({ AWS_ENDPOINT_URL_SNS: url });
    expect(await checkIn(service)).toBe(2);
    const sns = await startStubSns(Number(new URL(url).port));
    await waitUntil(() => sns.accepted.length > 0);
    const bodies = sns.accepted.map(({ message }): unknown => JSON.parse(message['default'] ?? '').body);
    expect(bodies).toEqual(['Desk 4.12 and Parking P7']);
    await service.stop();
    await sns.stop();
  });
});
