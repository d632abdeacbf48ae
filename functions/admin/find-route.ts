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

const PARAMETER = /^\{(?<name>\w+)\}$/;

const matchPath = (template: string, path: string): Record<string, string> | undefined => {
  const [wanted, given] = [template.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    const name = PARAMETER.exec(part)?.groups?.['name'];
    if (name === undefined ? value !== part : value === '') return undefined;
    if (name !== undefined) params[name] = value;
  }
  return params;
};

const routes = Object.entries(consoleRoutes) as [ConsoleRouteId, ConsoleRoute][];

/** Finds the route of a request. At most one matches, because no literal segment stands where another route has a parameter. */
export const findConsoleRoute = ({
  rawPath,
  requestContext: { http },
}: Pick<ApiRequest, 'rawPath' | 'requestContext'>): FoundRoute | undefined => {
  if (!rawPath.startsWith(`${CONSOLE_API_PATH}/`)) return undefined;
  const path = rawPath.slice(CONSOLE_API_PATH.length);
  for (const [id, route] of routes) {
    const params = route.method === http.method ? matchPath(route.path, path) : undefined;
    if (params) return { id, route, params };
  }
  return undefined;
};
