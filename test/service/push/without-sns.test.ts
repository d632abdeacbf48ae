import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { post } from '../../support/running-service.ts';
import { spawnLocal, type LocalProcess } from '../../support/spawn-local.ts';
import { startStubSns, type StubSns } from '../../support/start-stub-sns.ts';
import { waitUntil } from '../../support/wait-until.ts';

let sns: StubSns;
const running: LocalProcess[] = [];

beforeEach(async () => {
  sns = await startStubSns();
});
afterEach(async () => {
  for (const { process: child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await sns.stop();
});

const start = async (settings: Record<string, string> = {}): Promise<LocalProcess> => {
  const started = await spawnLocal({ POWERTOOLS_LOG_LEVEL: 'SILENT', ...settings });
  running.push(started);
  return started;
};

/** Checks in the demo's Ada, as the start page describes. */
const checkIn = async ({ url, greeting }: LocalProcess): Promise<unknown> => {
  const clientSecret = /"clientSecret":"(?<secret>[^"]+)"/.exec(greeting)?.groups?.['secret'];
  const tokens = await post(`${url}/auth`, { clientId: 'ckc_demo', clientSecret });
  const headers = { Authorization: `Bearer ${tokens.body.accessToken}` };
  const response = await post(`${url}/scheduling/checkin`, { email: 'ada@demo.example', notify: true }, headers);
  return response.body.checkinCount;
};

const bodies = (): unknown[] => sns.accepted.map(({ message }) => JSON.parse(message['default'] ?? '').body);

describe('Without SNS', () => {
  it('each push is printed, also when the service is stopped at once', async () => {
    const service = await start();
    await checkIn(service);
    service.process.kill('SIGTERM');
    expect(await service.rest).toMatch(
      /^Push to arn:aws:sns:[\w-]+:000000000000:checkin-pushes: .*Desk 4\.12 and Parking P7.*$/m,
    );
  });
});

describe('An SNS that is unavailable when the service starts', () => {
  it('delays neither the start nor a check-in, and gets the push when it is available', async () => {
    const { url } = sns;
    await sns.stop();
    const service = await start({ AWS_ENDPOINT_URL_SNS: url });
    expect(await checkIn(service)).toBe(2);
    sns = await startStubSns(Number(new URL(url).port));
    await waitUntil(() => sns.accepted.length > 0);
    expect(bodies()).toEqual(['Desk 4.12 and Parking P7']);
  });
});
