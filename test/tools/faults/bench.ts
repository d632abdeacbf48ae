import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '../../../lib/local/embedded-database.ts';
import { functionEnvironment } from '../../../lib/local/function-environment.ts';
import { readOptions } from '../../../lib/local/options.ts';
import { startPushes } from '../../../lib/local/push/pushes.ts';
import { startFaultyDatabase } from '../../support/faulty-database.ts';
import { serverError, startStubSns, throttled, type Published, type SnsAnswer } from '../../support/start-stub-sns.ts';
import { createTestStores, type TestStores } from '../../support/test-stores.ts';
import { makeFaultDirector, type FaultDirector } from './fault-director.ts';
import { startKillableService, type KillableService } from './killable-service.ts';
import { decide } from './random.ts';
import { makeImpostor } from './impostor-token.ts';

/** The service in a process of its own, and everything around it that can be broken. */
export interface Bench
  extends Omit<FaultDirector, 'decide'>, Pick<KillableService, 'crashes' | 'url' | 'moveClock' | 'stop'> {
  readonly stores: TestStores;
  /** Pushes that arrived, of all histories. */
  readonly pushes: readonly Published[];
  /** The access token once more, signed by the service's own key, as a token of another type. */
  impersonate(accessToken: string): Promise<string>;
}

const snsFailures: readonly SnsAnswer[] = ['ok', 'ok', 'ok', 'reset', serverError, throttled];

const quiet = { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' };

/** SNS fails at first for some, the same ones for the same seed. */
const answerPush = (): ((push: Published) => SnsAnswer) => {
  const tries = new Map<string, number>();
  return ({ attributes }) => {
    const { companyId = '', checkinId = '' } = attributes;
    const before = tries.get(checkinId) ?? 0;
    tries.set(checkinId, before + 1);
    return snsFailures[Math.floor(decide(0, companyId, before) * snsFailures.length)] ?? 'ok';
  };
};

/** The push function, which reads the database by the wire too. */
const importPush = async (wireUrl: string) => {
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = wireUrl;
  return (await import('../../../functions/push/handler.ts')).handler;
};

/**
 * The stream belongs to the database and not to the service, as on AWS: pushes are driven from this process, which outlives
 * the service when it is killed.
 */
const startSurroundings = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'faults-'));
  const sns = await startStubSns();
  let wireUrl = '';
  const pushes = await startPushes({
    source: 'writes',
    snsUrl: sns.url,
    importHandler: () => importPush(wireUrl),
    onPush: () => undefined,
    onFailure: (error) => console.error('push failed', error),
  });
  const database = await startEmbeddedDatabase({ port: 0, onWrite: pushes.onWrite });
  const wire = await startFaultyDatabase(database.url);
  wireUrl = wire.url;
  const stores = createTestStores(database.url);
  const { lifetimes } = readOptions({});
  const endpoints = { databaseUrl: database.url, secretsUrl: database.url };
  Object.assign(process.env, functionEnvironment(lifetimes, endpoints, process.env), pushes.environment, quiet);
  await pushes.follow(database.url);
  sns.answer = answerPush();
  const stop = async (): Promise<void> => {
    await pushes.stop();
    stores.close();
    await Promise.all([wire.stop(), sns.stop()]);
    await database.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { directory, sns, wire, stores, stop };
};

export const startBench = async (): Promise<Bench> => {
  const { directory, sns, wire, stores, stop } = await startSurroundings();
  const service = await startKillableService(directory, {
    AWS_ENDPOINT_URL_DYNAMODB: wire.url,
    DEMO: '0',
    ...quiet,
    SABOTAGE: process.env['SABOTAGE'] ?? '',
  });
  const director = makeFaultDirector(() => service.kill());
  wire.inject((call) => director.decide(call));
  return {
    ...director,
    ...service,
    stores,
    pushes: sns.accepted,
    impersonate: async (token) => makeImpostor(token, await readFile(join(directory, 'signing-keys.json'), 'utf8')),
    async stop() {
      await service.stop();
      await stop();
    },
  };
};
