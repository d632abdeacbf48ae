import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startEmbeddedDatabase } from '../../../lib/local/embedded-database.ts';
import { post } from '../../support/running-service.ts';
import { spawnLocal, type LocalProcess } from '../../support/spawn-local.ts';
import { serverError, startStubSns, type SnsAnswer, type StubSns } from '../../support/start-stub-sns.ts';
import { waitUntil } from '../../support/wait-until.ts';

let sns: StubSns;
let directory: string;
const running: LocalProcess[] = [];

beforeEach(async () => {
  sns = await startStubSns();
  directory = await mkdtemp(join(tmpdir(), 'checkin-'));
});
afterEach(async () => {
  for (const { process: child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await sns.stop();
  await rm(directory, { recursive: true });
});

const start = async (settings: Record<string, string> = {}): Promise<LocalProcess> => {
  const started = await spawnLocal({ POWERTOOLS_LOG_LEVEL: 'SILENT', ...settings });
  running.push(started);
  return started;
};

const kill = async ({ process: child, ended }: LocalProcess): Promise<void> => {
  child.kill('SIGKILL');
  await ended;
};

/** Checks the demo's Ada in, as the greeting says how. */
const checkIn = async ({ url, greeting }: LocalProcess): Promise<unknown> => {
  const clientSecret = /"clientSecret":"(?<secret>[^"]+)"/.exec(greeting)?.groups?.['secret'];
  const tokens = await post(`${url}/auth`, { clientId: 'ckc_demo', clientSecret });
  const headers = { Authorization: `Bearer ${tokens.body.accessToken}` };
  const answer = await post(`${url}/scheduling/checkin`, { email: 'ada@demo.example', notify: true }, headers);
  return answer.body.checkinCount;
};

const bodies = (): unknown[] => sns.accepted.map(({ message }) => JSON.parse(message['default'] ?? '').body);

describe('A process that is killed between the check-in and its push', () => {
  it.each<[string, SnsAnswer | undefined]>([
    ['right after the answer', undefined],
    ['while SNS fails', serverError],
    ['while SNS hangs', 'hang'],
  ])('leaves the push to the next, killed %s', async (_, answer) => {
    const settings = { DATA_DIR: directory, AWS_ENDPOINT_URL_SNS: sns.url };
    if (answer) sns.answer = () => answer;
    const first = await start(settings);
    expect(await checkIn(first)).toBe(2);
    if (answer) await waitUntil(() => sns.tried.length > 0);
    await kill(first);
    expect(sns.accepted).toEqual([]);
    sns.answer = () => 'ok';
    await start(settings);
    await waitUntil(() => sns.accepted.length > 0);
    expect(bodies()).toEqual(['Desk 4.12 and Parking P7']);
  });

  it('leaves it to the next also on a DynamoDB that is not its own', async () => {
    const database = await startEmbeddedDatabase({ port: 0 });
    const settings = { AWS_ENDPOINT_URL_DYNAMODB: database.url, AWS_ENDPOINT_URL_SNS: sns.url };
    sns.answer = () => serverError;
    const first = await start(settings);
    await checkIn(first);
    await waitUntil(() => sns.tried.length > 0);
    await kill(first);
    sns.answer = () => 'ok';
    const second = await start(settings);
    await waitUntil(() => sns.accepted.length > 0);
    expect(bodies()).toEqual(['Desk 4.12 and Parking P7']);
    await kill(second);
    await database.stop();
  });
});

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

describe('An SNS that is away when the service starts', () => {
  it('holds up neither the start nor a check-in, and gets the push when it is there', async () => {
    const { url } = sns;
    await sns.stop();
    const service = await start({ AWS_ENDPOINT_URL_SNS: url });
    expect(await checkIn(service)).toBe(2);
    sns = await startStubSns(Number(new URL(url).port));
    await waitUntil(() => sns.accepted.length > 0);
    expect(bodies()).toEqual(['Desk 4.12 and Parking P7']);
  });
});
