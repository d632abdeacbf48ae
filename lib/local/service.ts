import { requestDeadline } from '../../shared/http/deadline.ts';
import { routes } from '../../shared/routes.ts';
import { apiPageHandlers, apiPageRoutes } from './api-pages.ts';
import { startBackend } from './backend.ts';
import type { Demo } from './demo/demo.ts';
import { functionEnvironment, type LocalEndpoints } from './function-environment.ts';
import { startGateway, type Gateway, type GatewayOptions } from './gateway/gateway.ts';
import { loadFunctions } from './load-functions.ts';
import type { LocalOptions } from './options.ts';
import { startPushes, type Pushes, type PushObservers } from './push/pushes.ts';
import { prepareDatabase } from './prepare-database.ts';

export interface LocalService extends LocalEndpoints {
  readonly url: string;
  readonly demo?: Demo;
  /** Answers the requests under way, then ends everything. */
  readonly stop: () => Promise<void>;
}

type Observers = Pick<GatewayOptions, 'onAnswer' | 'onFailure'> & PushObservers;

const unobserved: Observers = { onAnswer: () => undefined, onFailure: () => undefined, onPush: () => undefined };

const startFrontend = async (
  { port, demo: wantsDemo }: LocalOptions,
  { databaseUrl }: LocalEndpoints,
  observers: Observers,
  pushes: Pushes,
): Promise<{ gateway: Gateway; demo?: Demo }> => {
  const [handlers, demo] = await Promise.all([loadFunctions(), prepareDatabase(databaseUrl, wantsDemo)]);
  await pushes.follow(databaseUrl);
  const functionTimeoutMilliseconds = requestDeadline.functionTimeoutMilliseconds;
  const gateway = await startGateway({
    port,
    routes: { ...routes, ...apiPageRoutes },
    handlers: { ...handlers, ...apiPageHandlers },
    functionTimeoutMilliseconds,
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
  // The database first, then what needs it: ended in the opposite order.
  const running: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of running.splice(0).toReversed()) await end();
  };
  try {
    const pushes = await startPushes(options, observers);
    running.push(pushes.stop);
    const { stop: stopBackend, ...endpoints } = await startBackend(options, pushes.tap);
    running.unshift(stopBackend);
    Object.assign(process.env, functionEnvironment(options.lifetimes, endpoints, process.env), pushes.environment);
    const { gateway, ...rest } = await startFrontend(options, endpoints, observers, pushes);
    running.push(gateway.stop);
    return { ...endpoints, ...rest, url: gateway.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
