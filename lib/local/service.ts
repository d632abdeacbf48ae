import { CONSOLE_SCOPE } from '../../shared/console-api/routes.ts';
import { requestDeadline } from '../../shared/rules/deadline.ts';
import { localConsole, localConsoleIssuer } from '../../shared/local-service.ts';
import { routes, type HttpFunctionName } from '../../shared/routes.ts';
import { variableOf } from '../../shared/settings.ts';
import { startBackend } from './backend.ts';
import { makeAccountList } from './console/sign-in-page.ts';
import { makeConsoleSite, type ConsoleFile } from './console/console-site.ts';
import { createIssuer } from './console/oidc-issuer.ts';
import { demoVisitors } from './demo/demo-members.ts';
import type { Demo } from './demo/demo.ts';
import { startDemo } from './demo/start-demo.ts';
import { functionEnvironment, type LocalEndpoints } from './function-environment.ts';
import type { FunctionHandler } from './gateway/call-function.ts';
import { withFaults, type FaultOptions } from './gateway/faults.ts';
import { withJwtAuthorizer } from './gateway/jwt-authorizer.ts';
import { openGateway, type GatewayOptions } from './gateway/server.ts';
import { openStores, prepareDatabase, withDatabaseErrors } from './local-stores.ts';
import type { LocalOptions } from './options.ts';
import { docsPages } from './docs/docs-page.ts';
import { routesOf, startPages } from './local-pages.ts';
import { consoleApiRoutes, makeGateRoutes } from './local-routes.ts';
import type { RecordHandler } from './streams/consumer.ts';
import { makeStreams } from './streams/streams.ts';
import { startHousekeeping, type HousekeepingHandler } from './housekeeping.ts';

export interface LocalService extends LocalEndpoints {
  readonly url: string;
  readonly demo?: Demo;
  /** Finishes the requests in progress, then stops everything. */
  readonly stop: () => Promise<void>;
}

export interface Observers extends Pick<GatewayOptions, 'onResponse' | 'onFailure'>, Pick<FaultOptions, 'onFault'> {
  /** Called with one line for each push or event that is not sent because there is no SNS or EventBridge. */
  readonly onPrint: (line: string) => void;
}

const ignore = (): void => undefined;
const ignoreAll: Observers = { onResponse: ignore, onFailure: ignore, onPrint: ignore, onFault: ignore };

type Load<Handler> = () => Promise<{ readonly handler: Handler }>;

/**
 * Loads each Lambda function: the same modules that the stack deploys. They read their settings from `process.env` when they are
 * loaded.
 */
export interface FunctionLoaders extends Readonly<Record<HttpFunctionName | 'admin', Load<FunctionHandler>>> {
  readonly push: Load<RecordHandler>;
  readonly events: Load<RecordHandler>;
  readonly housekeeping: Load<HousekeepingHandler>;
}

/** Returns the functions of the gates' API. Each function is loaded at its first call, so that the start need not wait. */
export const makeHandlers = (load: FunctionLoaders): Readonly<Record<string, FunctionHandler>> =>
  Object.fromEntries(
    Object.values(routes).map(({ functionName }) => [
      functionName,
      async (event, context) => (await load[functionName]()).handler(event, context),
    ]),
  );

/** Returns the console's API. Its calls wait until the demo data is complete. */
const makeAdmin =
  (load: FunctionLoaders['admin'], demoSeeded: Promise<void> | undefined): FunctionHandler =>
  async (event, context) => {
    const [{ handler }] = await Promise.all([load(), demoSeeded]);
    return handler(event, context);
  };

const withFaultsInAll = (handlers: Readonly<Record<string, FunctionHandler>>, options: FaultOptions) =>
  Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [name, withFaults(name, handler, options)]));

/**
 * Starts the whole service on one machine and resolves when it can be used. Sets `process.env` for the functions, which
 * read it once, so a process can run only one service.
 * @param load called after `process.env` is set, at the first call to each function.
 * @param buildConsole builds the files of the web console. Default: no files.
 * @throws CannotStartError
 */
export const startLocalService = async (
  options: LocalOptions,
  load: FunctionLoaders,
  observers: Observers = ignoreAll,
  buildConsole: () => Promise<readonly ConsoleFile[]> = async () => [],
): Promise<LocalService> => {
  const { databaseUrl, demo: wantsDemo, faults } = options;
  const { onFailure, onPrint, onResponse, onFault } = observers;
  // Stops what was started, from last to first, if the start fails.
  await using starting = new AsyncDisposableStack();
  const streams = makeStreams({ ...options, load, onFailure });
  const { stop: stopBackend, ...endpoints } = await startBackend(options, streams.onRecords, onPrint);
  starting.defer(stopBackend);
  starting.defer(streams.stop);
  Object.assign(process.env, functionEnvironment(options.lifetimes, endpoints, process.env), {
    // The server of the secrets also prints pushes and events.
    AWS_ENDPOINT_URL_SNS: options.snsUrl ?? endpoints.secretsUrl,
    AWS_ENDPOINT_URL_EVENTBRIDGE: options.eventBridgeUrl ?? endpoints.secretsUrl,
  });
  const stores = openStores();
  starting.defer(stores.close);
  const gateway = await openGateway(options.port);
  starting.defer(gateway.stop);
  const issuer = localConsoleIssuer(gateway.url);
  Object.assign(process.env, {
    // The metadata at this address must name the issuer of the tokens (RFC 8414, section 3.3).
    [variableOf('tokenIssuer')]: gateway.url,
    [variableOf('consoleIssuer')]: issuer,
    [variableOf('consoleAudience')]: localConsole.audience,
  });

  await prepareDatabase(endpoints.databaseUrl);
  // The embedded database calls `onRecords`. The streams of another one must be polled.
  if (databaseUrl !== undefined) await withDatabaseErrors(databaseUrl, () => streams.followStreams(databaseUrl));
  const onDemoFailure = (error: unknown): void => onFailure('demo data', error);
  const seedDemo = () => startDemo(stores, issuer, options.demoClients, onDemoFailure);
  const started = wantsDemo ? await withDatabaseErrors(endpoints.databaseUrl, seedDemo) : undefined;
  // The seeding must end before the stores are closed.
  if (started) starting.defer(() => started.seeded);

  starting.defer(
    startHousekeeping({
      everySeconds: options.housekeepingSeconds,
      load: load.housekeeping,
      onFailure: (error) => onFailure('housekeeping', error),
    }),
  );
  const handlers = makeHandlers(load);
  const listAccounts = makeAccountList(stores.members, issuer, wantsDemo ? demoVisitors : []);
  const pages = { ...startPages, ...docsPages };
  gateway.serve({
    routes: { ...makeGateRoutes(), ...routesOf(pages), ...consoleApiRoutes },
    handlers: {
      ...(faults ? withFaultsInAll(handlers, { rates: faults, onFault }) : handlers),
      ...pages,
      admin: withJwtAuthorizer(makeAdmin(load.admin, started?.seeded), {
        issuer,
        audience: localConsole.audience,
        scope: CONSOLE_SCOPE,
      }),
    },
    intercept: makeConsoleSite({
      buildFiles: buildConsole,
      createIssuer: () => createIssuer({ url: gateway.url, listAccounts }),
      onFailure: (error) => onFailure('console', error),
    }),
    functionTimeoutMilliseconds: requestDeadline.functionTimeoutMilliseconds,
    onFailure,
    onResponse,
  });
  // Everything has started: from here on, only `stop` stops it.
  const running = starting.move();
  const stop = (): Promise<void> => running.disposeAsync();
  return { ...endpoints, ...(started && { demo: started.demo }), url: gateway.url, stop };
};
