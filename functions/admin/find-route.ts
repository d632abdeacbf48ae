import {
  CONSOLE_API_PATH,
  consoleRoutes,
  type ConsoleRoute,
  type ConsoleRouteId,
} from '../../shared/console-api/routes.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';

interface FoundRoute {
  readonly id: ConsoleRouteId;
  readonly route: ConsoleRoute;
  /** The path's parameters. They are decoded, because API Gateway decodes `rawPath`. */
  readonly params: Readonly<Record<string, string>>;
}

/** `{name}` in a path becomes a group that matches one segment. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

const routes = (Object.entries(consoleRoutes) as [ConsoleRouteId, ConsoleRoute][]).map(
  ([id, route]) => ({ id, route, pattern: patternOf(CONSOLE_API_PATH + route.path) }) as const,
);

/** Finds the route of a request. At most one matches, because no literal segment stands where another route has a parameter. */
export const findConsoleRoute = ({
  rawPath,
  requestContext: { http },
}: Pick<ApiRequest, 'rawPath' | 'requestContext'>): FoundRoute | undefined => {
  for (const { id, route, pattern } of routes) {
    const match = route.method === http.method ? pattern.exec(rawPath) : null;
    if (match) return { id, route, params: { ...match.groups } };
  }
  return undefined;
};
