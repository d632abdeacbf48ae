import { join } from 'node:path';
import { createApiClient } from '../../../../shared/domain/api-client.ts';
import { createTestStores, type TestStores } from '../../../support/test-stores.ts';
import { startEngine, type Engine, type EngineKind } from './engine.ts';
import { startMeteredDatabaseProxy, type MeteredDatabaseProxy } from '../../../support/metered-database-proxy.ts';
import { startSubject, type Subject } from './subject.ts';

export const HOUR = 60 * 60_000;

/** The moment at which everything here is checked in. */
export const MOMENT = Date.UTC(2026, 10, 21, 8);

export interface Credentials {
  readonly companyId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface TokenSet {
  readonly accessToken: string;
  readonly refreshToken: string;
}

type AccessToken = Pick<TokenSet, 'accessToken'>;

interface CheckinOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Another server with the same contract. */
  readonly serverUrl?: string;
}

/** The service over HTTP on a separate database, with an API client. */
export interface ServiceWorld {
  readonly engine: Engine;
  readonly wire: MeteredDatabaseProxy;
  readonly service: Subject;
  readonly stores: TestStores;
  readonly credentials: Credentials;
  logIn(): Promise<TokenSet>;
  refresh(tokens: TokenSet): Promise<TokenSet>;
  /** @returns how many bookings were checked in */
  checkIn(tokens: AccessToken, identifier: object, options?: CheckinOptions): Promise<number>;
  stop(): Promise<void>;
}

const read = async <Body>(response: Response, status: number): Promise<Body> => {
  const body = await response.text();
  if (response.status !== status) throw new Error(`${response.url} answered ${response.status}: ${body}`);
  return JSON.parse(body) as Body;
};

const json = { 'Content-Type': 'application/json' };
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

export const createCredentials = async ({ clients }: TestStores): Promise<Credentials> => {
  const { client, clientSecret } = createApiClient({ companyId: 'acme', name: 'Gate' }, Date.now());
  await clients.create(client);
  return { companyId: client.companyId, clientId: client.clientId, clientSecret };
};

interface WorldOptions {
  readonly engineKind?: EngineKind;
  /** Minimum duration of every call to the database. */
  readonly latencyMilliseconds?: number;
  /** Whether the service reaches the database through the counting proxy; otherwise directly, like its peers. */
  readonly isMetered?: boolean;
}

export const openServiceWorld = async (options: WorldOptions = {}): Promise<ServiceWorld> => {
  const { engineKind, latencyMilliseconds = 0, isMetered = true } = options;
  const engine = await startEngine(engineKind);
  const wire = await startMeteredDatabaseProxy(engine.url, latencyMilliseconds);
  const environment = { ...engine.environment, ...(isMetered && { AWS_ENDPOINT_URL_DYNAMODB: wire.url }) };
  const service = await startSubject(join(import.meta.dirname, '../peers/service/serve.ts'), environment);
  const url = await service.ask<string>('url');
  Object.assign(process.env, engine.environment);
  const stores = createTestStores(engine.url);
  const credentials = await createCredentials(stores);

  return {
    engine,
    wire,
    service,
    stores,
    credentials,
    async logIn() {
      const { clientId, clientSecret } = credentials;
      const body = JSON.stringify({ clientId, clientSecret });
      return read(await fetch(`${url}/auth`, { method: 'POST', headers: json, body }), 201);
    },
    async refresh({ refreshToken }) {
      return read(await fetch(`${url}/auth/refresh-token`, { headers: bearer(refreshToken) }), 200);
    },
    async checkIn({ accessToken }, identifier, { serverUrl = url, headers } = {}) {
      const body = JSON.stringify({ ...identifier, date: new Date(MOMENT).toISOString() });
      const answer = await fetch(`${serverUrl}/scheduling/checkin`, {
        method: 'POST',
        headers: { ...json, ...bearer(accessToken), ...headers },
        body,
      });
      return (await read<{ checkinCount: number }>(answer, 200)).checkinCount;
    },
    async stop() {
      stores.close();
      await service.stop();
      await wire.stop();
      await engine.stop();
    },
  };
};
