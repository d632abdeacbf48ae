import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamoDBRecord } from 'aws-lambda';
import { functionEnvironment } from '../../../lib/local/function-environment.ts';
import { readOptions } from '../../../lib/local/options.ts';
import { makePushDelivery } from '../../../lib/local/push/push-delivery.ts';
import {
  serverError,
  startStubSns,
  throttled,
  type Published,
  type SnsResponse,
} from '../../support/start-stub-sns.ts';
import { startFaultyDatabase } from '../../support/faulty-database.ts';
import { makeFunctionLoaders } from '../../support/function-loaders.ts';
import { createTestStores, type TestStores } from '../../support/test-stores.ts';
import { startBenchDatabase, type BenchDatabase, type Engine } from './bench-database.ts';
import { identifyCall } from './call-identity.ts';
import { DEADLINE_FACTOR } from './deadline-factor.ts';
import { makeFaultInjector, type FaultInjector } from './fault-injector.ts';
import { startKillableService, type KillableService } from './killable-service.ts';
import { startOperators, type Operators } from './operators.ts';
import { lengthenDeadlines } from './longer-deadlines.ts';
import { decide } from './random.ts';
import { makeWrongTypeToken } from './wrong-type-token.ts';

/** The service in a separate process, with the database and SNS whose faults the bench injects. */
export interface Bench
  extends Omit<FaultInjector, 'decide'>, Pick<KillableService, 'crashes' | 'url' | 'moveClock' | 'stop'>, Operators {
  readonly stores: TestStores;
  /** Delivered pushes, of all histories. */
  readonly pushes: readonly Published[];
  /** Waits until every push is delivered or given up. @returns whether one was given up since the last time */
  settlePushes(): Promise<boolean>;
  /** Waits until no call of a history to the database is pending. */
  settleCalls(history: string): Promise<void>;
  /** The access token as a token of another type, signed with the service's own key. */
  toWrongType(accessToken: string): Promise<string>;
}

const snsFailures: readonly SnsResponse[] = ['ok', 'ok', 'ok', 'reset', serverError, throttled];

const quiet = { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' };

/** Longer than any history takes, so that only a moved clock ends it. */
const REFRESH_GRACE_SECONDS = 3_600;

/** Longer than a function waits for a call. */
const LATE_MILLISECONDS = 1_200 * DEADLINE_FACTOR;

/** Fewer than the push function is called for one push, so that SNS alone never makes a push fail in the end. */
const MOST_SNS_FAILURES = 5;

/** SNS fails at first for some pushes, always the same ones for a seed. */
const respondToPush = (): ((push: Published) => SnsResponse) => {
  const tries = new Map<string, number>();
  return ({ attributes }) => {
    const { companyId = '', checkinId = '' } = attributes;
    const before = tries.get(checkinId) ?? 0;
    tries.set(checkinId, before + 1);
    if (before >= MOST_SNS_FAILURES) return 'ok';
    return snsFailures[Math.floor(decide(0, companyId, before) * snsFailures.length)] ?? 'ok';
  };
};

/**
 * Sends pushes for the check-ins in the database. The push function also reads it through the faulty proxy. If the faults last
 * longer than its retries, a push is sent again after them, as an operator would.
 */
const startPushes = async (database: BenchDatabase, snsUrl: string) => {
  const stopping = new AbortController();
  let failures: { readonly error: unknown; readonly records: readonly DynamoDBRecord[] }[] = [];
  const takeFailures = () => {
    const taken = failures;
    failures = [];
    return taken;
  };
  const onFailure = (error: unknown, records: readonly DynamoDBRecord[] = []): void =>
    void failures.push({ error, records });
  const importHandler = async () => (await makeFunctionLoaders().push()).handler;
  const deliver = makePushDelivery({ importHandler, snsUrl, onFailure, signal: stopping.signal });
  await database.follow({ deliver, onFailure });
  return {
    settle: async (): Promise<boolean> => {
      await database.settle();
      const underFaults = takeFailures();
      await Promise.all(underFaults.map(({ records }) => deliver(records)));
      const unknown = underFaults.filter(({ records }) => records.length === 0);
      const givenUp = [...unknown, ...takeFailures()];
      for (const { error } of givenUp) console.error('push failed', error);
      return givenUp.length > 0;
    },
    stop: () => stopping.abort(),
  };
};

/** @param engine default: the embedded one */
export const startBench = async (engine: Engine = 'embedded'): Promise<Bench> => {
  lengthenDeadlines();
  const directory = await mkdtemp(join(tmpdir(), 'faults-'));
  const sns = await startStubSns();
  sns.respond = respondToPush();
  const database = await startBenchDatabase(engine);
  const wire = await startFaultyDatabase(database.url, LATE_MILLISECONDS);
  const service = await startKillableService(directory, {
    AWS_ENDPOINT_URL_DYNAMODB: wire.url,
    DEMO: '0',
    REFRESH_GRACE_SECONDS: String(REFRESH_GRACE_SECONDS),
    ...quiet,
    SABOTAGE: process.env['SABOTAGE'] ?? '',
  });
  const stores = createTestStores(database.url);
  // The SDK reads the address of the database at the first call.
  await stores.clients.find('none');
  // The functions in this process, like those of the service, call the database through the faulty proxy.
  const { lifetimes } = readOptions({});
  const secretsUrl = await service.secretsUrl();
  Object.assign(
    process.env,
    functionEnvironment(lifetimes, { databaseUrl: wire.url, secretsUrl }, process.env),
    { AWS_ENDPOINT_URL_SNS: sns.url },
    quiet,
  );
  const pushes = await startPushes(database, sns.url);
  const operators = startOperators(stores, () => service.secretsUrl());
  const injector = makeFaultInjector(() => service.kill());
  wire.inject((call) => injector.decide(call));
  return {
    ...injector,
    ...service,
    ...operators,
    stores,
    pushes: sns.accepted,
    settlePushes: pushes.settle,
    settleCalls: (history) => wire.settle((call) => identifyCall(call)?.history === history),
    toWrongType: async (token) =>
      makeWrongTypeToken(token, await readFile(join(directory, 'signing-keys.json'), 'utf8')),
    async stop() {
      await service.stop();
      // The embedded database ends the process if it is stopped in the middle of a write.
      await wire.settle(() => true);
      pushes.stop();
      stores.close();
      await Promise.all([wire.stop(), sns.stop(), operators.stop()]);
      await database.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
