import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { functionEnvironment } from '../../lib/local/function-environment.ts';
import { startBackend } from '../../lib/local/backend.ts';
import { openGateway, type Gateway, type GatewayOptions } from '../../lib/local/gateway/server.ts';
import { readOptions } from '../../lib/local/options.ts';
import { readAllItems } from '../../shared/adapters/dynamodb/database.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { CONSOLE_API_PATH, consoleRoutes, type ConsoleRouteId } from '../../shared/console-api/routes.ts';
import type { ConsoleIdentity } from '../../shared/domain/console-identity.ts';
import { consoleDeadline } from '../../shared/rules/deadline.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { variableOf } from '../../shared/settings.ts';
import { addMember } from '../../shared/use-cases/members/change-members.ts';
import { checkConsoleResponse } from './described-console-response.ts';
import { freshCompanyId } from './fresh-company-id.ts';
import { makeFunctionLoaders } from './function-loaders.ts';
import { useMemoryDatabase } from './memory-database/use-memory-database.ts';
import { usePatientDeadlines } from './patient-deadlines.ts';
import { startStubIssuer, STUB_AUDIENCE, type StubIssuer } from './start-stub-issuer.ts';
import { createTestStores } from './test-stores.ts';
import type { Role } from '../../shared/rules/roles.ts';

export interface ConsoleResponse {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests check what a service responds
  readonly body: any;
}

export interface ConsoleRequest {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** A string or bytes are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An import of CSV lines. */
export const csv = (body: string | Uint8Array, query: ConsoleRequest['query'] = {}): ConsoleRequest => ({
  body,
  query,
  headers: { 'Content-Type': 'text/csv' },
});

/** The status of a response, and the code of its error, if any. */
export const statusAndCodeOf = async (response: Promise<ConsoleResponse>): Promise<unknown[]> => {
  const { status, body } = await response;
  return [status, body?.code];
};

/** A signed-in person who calls routes by their names. */
export interface ConsoleCaller extends ConsoleIdentity {
  readonly companyId: string;
  call(route: ConsoleRouteId, request?: ConsoleRequest): Promise<ConsoleResponse>;
}

export type ConsoleService = Awaited<ReturnType<typeof startConsoleService>>;

const routes = Object.fromEntries(
  Object.entries(consoleRoutes).map(([id, { method, path }]) => [
    id,
    { method, path: CONSOLE_API_PATH + path, functionName: 'admin' },
  ]),
);

export const fill = (path: string, params: ConsoleRequest['params'] = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

const toResponse = async (response: Response): Promise<ConsoleResponse> => {
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
};

/** How the gateway serves functions: as slowly as the console's, and without a line for each response. */
const patiently = {
  functionTimeoutMilliseconds: consoleDeadline.functionTimeoutMilliseconds,
  onFailure: (_: string, error: unknown) => console.error(error),
  onResponse: () => undefined,
};

/** Serves functions behind the local gateway, on a free port. */
export const serveFunctions = async (functions: Pick<GatewayOptions, 'routes' | 'handlers'>): Promise<Gateway> => {
  const gateway = await openGateway(0);
  gateway.serve({ ...patiently, ...functions });
  return gateway;
};

/** The console's function behind the local gateway. */
export type Console = Awaited<ReturnType<typeof openConsole>>;

/** Serves the console's function for an issuer. */
export const openConsole = async (issuer: StubIssuer) => {
  // The function reads its settings when it is loaded.
  Object.assign(process.env, {
    [variableOf('consoleIssuer')]: issuer.url,
    [variableOf('consoleAudience')]: STUB_AUDIENCE,
  });
  const { handler } = await makeFunctionLoaders().admin();
  const { url, stop } = await serveFunctions({ routes, handlers: { admin: handler } });
  /** Sends a request with this token. If the token is undefined, the request has none. */
  const send = async (
    token: string | undefined,
    id: ConsoleRouteId,
    { params, query, body, headers }: ConsoleRequest = {},
  ): Promise<ConsoleResponse> => {
    const { method, path } = consoleRoutes[id];
    const parameters = Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
    const search = parameters.length > 0 ? `?${new URLSearchParams(parameters).toString()}` : '';
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${url}${CONSOLE_API_PATH}${fill(path, params)}${search}`, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isRaw && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
    });
    return checkConsoleResponse(id, await toResponse(response));
  };
  return { url, stop, send };
};

/**
 * Starts the console with a stub issuer and a database in memory. Only one console can run at a time, because its function reads
 * its settings from `process.env`.
 */
export const startConsoleService = async () => {
  usePatientDeadlines();
  const databaseUrl = useMemoryDatabase();
  const options = readOptions({ PORT: '0', DEMO: '0', AWS_ENDPOINT_URL_DYNAMODB: databaseUrl });
  const issuer = await startStubIssuer();
  const backend = await startBackend(options, () => undefined);
  Object.assign(process.env, functionEnvironment(options.lifetimes, backend, process.env));
  const gateway = await openConsole(issuer);
  const { url, send } = gateway;
  const stores = createTestStores(databaseUrl);
  const connection = connectDatabase(callBudgets.operator());
  const database = connection.withSignal();
  const aCaller = async (companyId: string): Promise<ConsoleCaller> => {
    const identity = { issuer: issuer.url, subject: `subject-of-${freshCompanyId()}` };
    const token = await issuer.sign({ sub: identity.subject });
    return { ...identity, companyId, call: (route, request) => send(token, route, request) };
  };

  return {
    url,
    issuer,
    stores,
    send,
    /** Creates a member of a company, by default of a new one. */
    async aMember(role: Role, companyId = freshCompanyId()): Promise<ConsoleCaller> {
      const caller = await aCaller(companyId);
      const context = {
        members: stores.members,
        actor: { through: 'cli', id: 'test' } as const,
        now: Date.now,
      };
      await addMember(context, companyId, { issuer: caller.issuer, subject: caller.subject, role });
      return caller;
    },
    /** Creates a signed-in person who is not a member. */
    aStranger: () => aCaller(''),
    /** Reads all items of all tables. */
    async readEverything(): Promise<object[]> {
      const names = Object.values(localTableNames);
      const scans = names.map((TableName) => readAllItems(database, ScanCommand, { TableName, ConsistentRead: true }));
      return (await Promise.all(scans)).flat();
    },
    async stop() {
      await gateway.stop();
      stores.close();
      connection.close();
      await backend.stop();
      await issuer.stop();
    },
  };
};
