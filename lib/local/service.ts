import { FUNCTION_TIMEOUT_MILLISECONDS } from '../../shared/http/deadline.ts';
import { routes } from '../../shared/routes.ts';
import { startBackend } from './backend.ts';
import type { Demo } from './demo.ts';
import { functionEnvironment, type LocalEndpoints } from './function-environment.ts';
import { startGateway, type Gateway, type GatewayOptions } from './gateway.ts';
import { loadFunctions } from './load-functions.ts';
import type { LocalOptions } from './options.ts';
import { prepareDatabase } from './prepare-database.ts';

export interface LocalService extends LocalEndpoints {
  readonly url: string;
  readonly demo?: Demo;
  /** Answers the requests under way, then ends everything. */
  readonly stop: () => Promise<void>;
}

type Observers = Pick<GatewayOptions, 'onAnswer' | 'onFailure'>;

const unobserved: Observers = { onAnswer: () => undefined, onFailure: () => undefined };

const startFrontend = async (
  { port, demo: wantsDemo }: LocalOptions,
  { databaseUrl }: LocalEndpoints,
  observers: Observers,
): Promise<{ gateway: Gateway; demo?: Demo }> => {
  const [handlers, demo] = await Promise.all([loadFunctions(), prepareDatabase(databaseUrl, wantsDemo)]);
  const functionTimeoutMilliseconds = FUNCTION_TIMEOUT_MILLISECONDS;
  const gateway = await startGateway({ port, routes, handlers, functionTimeoutMilliseconds, ...observers });
  return { gateway, ...(demo && { demo }) };
};

/**
 * Starts the whole service on one machine and resolves when it can be used. It sets `process.env` for the functions, which
 * read it once: a process can hold one service. @throws CannotStart
 */
export const startLocalService = async (
  options: LocalOptions,
  observers: Observers = unobserved,
): Promise<LocalService> => {
  const { stop: stopBackend, ...endpoints } = await startBackend(options);
  try {
    Object.assign(process.env, functionEnvironment(options.lifetimes, endpoints, process.env));
    const { gateway, ...rest } = await startFrontend(options, endpoints, observers);
    const stop = async (): Promise<void> => {
      await gateway.stop();
      await stopBackend();
    };
    return { ...endpoints, ...rest, url: gateway.url, stop };
  } catch (error) {
    await stopBackend();
    throw error;
  }
};
