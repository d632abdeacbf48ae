import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '../../../lib/local/embedded-database.ts';
import { functionEnvironment } from '../../../lib/local/function-environment.ts';
import { readOptions } from '../../../lib/local/options.ts';
import { makeCheckinFeed, type CheckinFeed } from '../../../lib/local/push/checkin-feed.ts';
import { makePushDelivery, type PushDeliveryOptions } from '../../../lib/local/push/push-delivery.ts';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { localTableNames } from '../../../shared/local-service.ts';
import { startFaultyDatabase } from '../../support/faulty-database.ts';
import { serverError, startStubSns, throttled, type Published, type SnsAnswer } from '../../support/start-stub-sns.ts';
import { createTestStores, type TestStores } from '../../support/test-stores.ts';
import { identifyCall } from './call-identity.ts';
import { makeFaultInjector, type FaultInjector } from './fault-injector.ts';
import { startKillableService, type KillableService } from './killable-service.ts';
import { decide } from './random.ts';
import { makeWrongTypeToken } from './wrong-type-token.ts';

/** The service in a process of its own, and everything around it that can have faults. */
export interface Bench
  extends Omit<FaultInjector, 'decide'>, Pick<KillableService, 'crashes' | 'url' | 'moveClock' | 'stop'> {
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

const snsFailures: readonly SnsAnswer[] = ['ok', 'ok', 'ok', 'reset', serverError, throttled];

const quiet = { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' };

/** SNS fails at first for some pushes, always the same ones for a seed. */
const answerPush = (): ((push: Published) => SnsAnswer) => {
  const tries = new Map<string, number>();
  return ({ attributes }) => {
    const { companyId = '', checkinId = '' } = attributes;
    const before = tries.get(checkinId) ?? 0;
    tries.set(checkinId, before + 1);
    return snsFailures[Math.floor(decide(0, companyId, before) * snsFailures.length)] ?? 'ok';
  };
};

/** The push function, which also reads the database through the faulty proxy. */
const importPush = async (wireUrl: string) => {
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = wireUrl;
  return (await import('../../../functions/push/handler.ts')).handler;
};

/** Sends pushes for the writes to the embedded database. */
const followWrites = (databaseUrl: string, snsUrl: string, importHandler: PushDeliveryOptions['importHandler']) => {
  const client = new DynamoDBClient({ ...callBudgets.operator(), endpoint: databaseUrl });
  const stopping = new AbortController();
  let isGivenUp = false;
  const onFailure = (error: unknown): void => {
    isGivenUp = true;
    console.error('push failed', error);
  };
  const deliver = makePushDelivery({ importHandler, snsUrl, onFailure, signal: stopping.signal });
  const feed = makeCheckinFeed({ client, bookingsTable: localTableNames.bookings, deliver, onFailure });
  return {
    onWrite: feed.onWrite,
    settle: async (): Promise<boolean> => {
      await feed.flush();
      const wasGivenUp = isGivenUp;
      isGivenUp = false;
      return wasGivenUp;
    },
    stop: (): void => {
      stopping.abort();
      client.destroy();
    },
  };
};

/**
 * The stream belongs to the database and not to the service, as on AWS: pushes are sent from this process, which continues
 * when the service is killed.
 */
const startSurroundings = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'faults-'));
  const sns = await startStubSns();
  let onWrite: CheckinFeed['onWrite'] = () => undefined;
  const database = await startEmbeddedDatabase({ port: 0, onWrite: (body) => onWrite(body) });
  const wire = await startFaultyDatabase(database.url);
  const stores = createTestStores(database.url);
  const { lifetimes } = readOptions({});
  const endpoints = { databaseUrl: database.url, secretsUrl: database.url };
  const snsEndpoint = { AWS_ENDPOINT_URL_SNS: sns.url };
  Object.assign(process.env, functionEnvironment(lifetimes, endpoints, process.env), snsEndpoint, quiet);
  const pushes = followWrites(database.url, sns.url, () => importPush(wire.url));
  onWrite = pushes.onWrite;
  sns.answer = answerPush();
  const stop = async (): Promise<void> => {
    pushes.stop();
    stores.close();
    await Promise.all([wire.stop(), sns.stop()]);
    await database.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { directory, sns, wire, stores, settlePushes: pushes.settle, stop };
};

export const startBench = async (): Promise<Bench> => {
  const { directory, sns, wire, stores, settlePushes, stop } = await startSurroundings();
  const service = await startKillableService(directory, {
    AWS_ENDPOINT_URL_DYNAMODB: wire.url,
    DEMO: '0',
    ...quiet,
    SABOTAGE: process.env['SABOTAGE'] ?? '',
  });
  const injector = makeFaultInjector(() => service.kill());
  wire.inject((call) => injector.decide(call));
  return {
    ...injector,
    ...service,
    stores,
    pushes: sns.accepted,
    settlePushes,
    settleCalls: (history) => wire.settle((call) => identifyCall(call)?.history === history),
    toWrongType: async (token) =>
      makeWrongTypeToken(token, await readFile(join(directory, 'signing-keys.json'), 'utf8')),
    async stop() {
      await service.stop();
      await stop();
    },
  };
};
