import { Agent } from 'node:http';
import { createTestStores, type TestStores } from './test-stores.ts';
import { readOptions } from '../../lib/local/options.ts';
import { startLocalService } from '../../lib/local/service.ts';
import { createApiClient } from '../../shared/domain/api-client.ts';
import { DEFAULT_SCOPES, type Scope } from '../../shared/rules/api-clients.ts';
import { freshCompanyId } from './fresh-company-id.ts';
import { makeFunctionLoaders } from './function-loaders.ts';
import { useMemoryDatabase } from './memory-database/use-memory-database.ts';
import { usePatientDeadlines } from './patient-deadlines.ts';
import { sendRequest } from './send-request.ts';

export interface TokenSet {
  readonly accessToken: string;
  readonly accessTokenExpiration: number;
  readonly refreshToken: string;
  readonly refreshTokenExpiration: number;
}

/** An API client's credentials, and its company. */
export interface TestClient {
  readonly companyId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export type RunningService = Awaited<ReturnType<typeof runServiceWithRealDeadlines>>;

export const createTestClient = async (
  stores: TestStores,
  companyId = freshCompanyId(),
  scopes = DEFAULT_SCOPES,
): Promise<TestClient> => {
  const { client, clientSecret } = createApiClient({ companyId, name: 'Gate', scopes }, Date.now());
  await stores.clients.create(client);
  return { companyId, clientId: client.clientId, clientSecret };
};

export const logIn = async (url: string, { clientId, clientSecret }: TestClient): Promise<TokenSet> => {
  const response = await post(`${url}/auth`, { clientId, clientSecret });
  if (response.status !== 201) throw new Error(`log-in got ${response.status}`);
  return response.body as TokenSet;
};

/** Does the same as {@link runService}, but with the deadlines of a deployment, which a busy machine can exceed. */
export const runServiceWithRealDeadlines = async (environment: Record<string, string> = {}) => {
  const options = readOptions({ PORT: '0', DYNAMODB_PORT: '0', DEMO: '0', ...environment });
  const load = makeFunctionLoaders();
  const { url, databaseUrl, secretsUrl, stop } = await startLocalService(options, load);
  // Loads the functions now, so that they read their settings before a test changes `process.env`.
  await Promise.all([load.auth(), load.refresh(), load.checkin(), load.batch(), load.sync()]);
  const stores = createTestStores(databaseUrl);
  return {
    url,
    databaseUrl,
    secretsUrl,
    stores,
    /** Creates an API client, by default of a new company and with the scope `checkin`. */
    aClient: (companyId?: string, scopes?: readonly Scope[]) => createTestClient(stores, companyId, scopes),
    logIn: (client: TestClient) => logIn(url, client),
    async stop() {
      stores.close();
      await stop();
    },
  };
};

/**
 * Starts the local service on free ports, without demo data. Only one can run at a time, because its functions read their
 * settings from `process.env`.
 */
export const runService = (environment: Record<string, string> = {}): Promise<RunningService> => {
  usePatientDeadlines();
  return runServiceWithRealDeadlines(environment);
};

/**
 * Starts the service without pushes, on a database in memory. A call to this database takes a fortieth of the CPU time that a
 * call to a database over HTTP takes.
 */
export const runServiceInMemory = (environment: Record<string, string> = {}): Promise<RunningService> =>
  runService({ AWS_ENDPOINT_URL_DYNAMODB: useMemoryDatabase(), ...environment });

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests check what a service responds
  readonly body: any;
}

type HeaderFields = Record<string, string>;

const agent = new Agent({ keepAlive: true });

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** @throws Error if the API document does not describe the response. */
export const get = (url: string, headers: HeaderFields = {}): Promise<HttpResponse> =>
  sendRequest(url, { method: 'GET', agent, headers });

/**
 * @param body strings and bytes are sent unchanged, anything else as JSON
 * @throws Error if the API document does not describe the response.
 */
export const post = (url: string, body: unknown, headers: HeaderFields = {}): Promise<HttpResponse> => {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const fields = { 'Content-Type': 'application/json', ...headers };
  return sendRequest(url, { method: 'POST', agent, headers: fields }, isRaw ? body : JSON.stringify(body));
};

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

type Credentials = Pick<TestClient, 'clientId' | 'clientSecret'>;

/** The ways to log in at a service, by route. */
export const logInBy: Readonly<Record<string, (url: string, credentials: Credentials) => Promise<HttpResponse>>> = {
  '/auth': (url, { clientId, clientSecret }) => post(`${url}/auth`, { clientId, clientSecret }),
  '/oauth2/token': (url, { clientId, clientSecret }) => {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    return post(`${url}/oauth2/token`, new URLSearchParams(form).toString(), FORM);
  },
};
