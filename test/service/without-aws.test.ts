import { expect, it } from '@jest/globals';
import { eventProblems } from '../support/events-schema.ts';
import { runLocalHere, type LocalHere } from '../support/run-local-here.ts';
import { bearer, logIn, post } from '../support/running-service.ts';
import { startStubSns } from '../support/start-stub-sns.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Checks the demo user Ada in, as the start page describes. */
const checkIn = async ({ url, greeting }: LocalHere): Promise<unknown> => {
  const [, clientSecret = ''] = /"clientSecret":"([^"]+)"/.exec(greeting) ?? [];
  const { accessToken } = await logIn(url, { companyId: 'demo', clientId: 'ckc_demo', clientSecret });
  const body = { email: 'ada@demo.example', notify: true };
  return (await post(`${url}/scheduling/checkin`, body, bearer(accessToken))).body.checkinCount;
};

it('Without SNS and EventBridge, every push and event is printed, even if the service stops immediately afterwards', async () => {
  const service = await runLocalHere();
  await checkIn(service);
  const printed = await service.stop();
  expect(printed).toContainEqual(
    expect.stringMatching(/^Push to arn:aws:sns:[\w-]+:000000000000:checkin-pushes: .*Desk 4\.12 and Parking P7/),
  );
  const events = printed.filter((line) => line.startsWith('Event checkin.performed: '));
  const details = events.map((line) => JSON.parse(line.slice(line.indexOf('{'))));
  expect(details.flatMap(eventProblems)).toEqual([]);
  expect(details.filter(({ data }) => data.userId === 1)).toHaveLength(2);
});

it('If SNS is unavailable when the service starts, neither the start nor a check-in is delayed, and the push is sent later', async () => {
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
