import { parseTarget } from './request-target.ts';

/** The routes by the names of the functions that answer them. */
export type RouteDefinitions = Readonly<Record<string, { readonly method: string; readonly path: string }>>;

export interface FoundRoute {
  readonly functionName: string;
  /** As the event names the route: `POST /auth`. */
  readonly routeKey: string;
}

/** The route of a request; a path with another method is none. */
export const findRoute = (routes: RouteDefinitions, method: string, target: string): FoundRoute | undefined => {
  const { path } = parseTarget(target);
  const found = Object.entries(routes).find(([, route]) => route.method === method && route.path === path);
  return found && { functionName: found[0], routeKey: `${method} ${path}` };
};
