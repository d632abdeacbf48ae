import { CONSOLE_API_PATH, consoleRoutes } from '../../shared/console-api/routes.ts';
import { consoleDeadline, syncDeadline } from '../../shared/rules/deadline.ts';
import { routes } from '../../shared/routes.ts';
import type { RouteDefinitions } from './gateway/router.ts';

/** The gates' routes. Sync may take longer than the other functions. */
export const makeGateRoutes = (): RouteDefinitions => {
  const { functionTimeoutMilliseconds: timeoutMilliseconds } = syncDeadline;
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [
      id,
      { ...route, ...(route.functionName === 'sync' && { timeoutMilliseconds }) },
    ]),
  );
};

/** The console's routes. As on AWS, one function serves all of them. */
export const consoleApiRoutes: RouteDefinitions = Object.fromEntries(
  Object.entries(consoleRoutes).map(([id, { method, path }]) => [
    `console.${id}`,
    {
      method,
      path: CONSOLE_API_PATH + path,
      functionName: 'admin',
      timeoutMilliseconds: consoleDeadline.functionTimeoutMilliseconds,
    },
  ]),
);
