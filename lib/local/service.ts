import { requestDeadline } from '../../shared/http/deadline.ts';
import { routes, type RouteId } from '../../shared/routes.ts';
import { apiPageHandlers, apiPageRoutes } from './api-pages.ts';
import { startBackend } from './backend.ts';
import type { Demo } from './demo/demo.ts';
import { functionEnvironment, type LocalEndpoints } from './function-environment.ts';
import type { FunctionHandler } from './gateway/call-function.ts';
import { startGateway, type Gateway, type GatewayOptions } from './gateway/server.ts';
import type { LocalOptions } from './options.ts';
import { prepareDatabase } from './prepare-database.ts';
import { startPushes, type Pushes, type PushesOptions } from './push/pushes.ts';

export interface LocalService extends LocalEndpoints {
  readonly url: string;
  readonly demo?: Demo;
  /** Finishes the requests in progress, then ends everything. */
  readonly stop: () => Promise<void>;
}

export interface Observers extends Pick<GatewayOptions, 'onResponse' | 'onFailure'>, Pick<PushesOptions, 'onPush'> {}

const unobserved: Observers = { onResponse: () => undefined, onFailure: () => undefined, onPush: () => undefined };

/** The very modules that the stack deploys. They read their settings as they load: `process.env` must hold them. */
export const loadFunctions = async (): Promise<Record<RouteId, FunctionHandler>> => {
  const [auth, refresh, checkin] = await Promise.all([
    import('../../functions/auth/handler.ts'),
    import('../../functions/refresh/handler.ts'),
    import('../../functions/checkin/handler.ts'),
  ]);
  return { auth: auth.handler, refresh: refresh.handler, checkin: checkin.handler };
};

const startFrontend = async (
  { port, demo: wantsDemo }: LocalOptions,
  databaseUrl: string,
  observers: Observers,
  pushes: Pushes,
): Promise<{ gateway: Gateway; demo?: Demo }> => {
  const [handlers, demo] = await Promise.all([loadFunctions(), prepareDatabase(databaseUrl, wantsDemo)]);
  await pushes.follow(databaseUrl);
  const gateway = await startGateway({
    port,
    routes: { ...routes, ...apiPageRoutes },
    handlers: { ...handlers, ...apiPageHandlers },
    functionTimeoutMilliseconds: requestDeadline.functionTimeoutMilliseconds,
    ...observers,
  });
  return { gateway, ...(demo && { demo }) };
};

/**
 * Starts the whole service on one machine and resolves when it can be used. It sets `process.env` for the functions, which
 * read it once: a process can hold one service. @throws CannotStartError
 */
export const startLocalService = async (
  options: LocalOptions,
  observers: Observers = unobserved,
): Promise<LocalService> => {
  const { databaseUrl, snsUrl } = options;
  // The database first, then what needs it: ended in the opposite order.
  const running: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of running.splice(0).toReversed()) await end();
  };
  try {
    const pushes = await startPushes({
      source: databaseUrl === undefined ? 'writes' : 'stream',
      ...(snsUrl !== undefined && { snsUrl }),
      importHandler: async () => (await import('../../functions/push/handler.ts')).handler,
      onPush: observers.onPush,
      onFailure: (error) => observers.onFailure('push', error),
    });
    running.push(pushes.stop);
    const { stop: stopBackend, ...endpoints } = await startBackend(options, pushes.onWrite);
    running.unshift(stopBackend);
    Object.assign(process.env, functionEnvironment(options.lifetimes, endpoints, process.env), pushes.environment);
    const { gateway, ...rest } = await startFrontend(options, endpoints.databaseUrl, observers, pushes);
    running.push(gateway.stop);
    return { ...endpoints, ...rest, url: gateway.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
