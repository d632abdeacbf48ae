interface RouteDefinition {
  readonly method: string;
  readonly path: string;
  /** The function that serves the route. Default: the function with the route's name. */
  readonly functionName?: string;
  /** The timeout of the function, if it differs from the default. */
  readonly timeoutMilliseconds?: number;
}

export type RouteDefinitions = Readonly<Record<string, RouteDefinition>>;

export interface MatchedRoute extends RouteDefinition {
  readonly functionName: string;
  /** The route's name in the event: `POST /auth`, `GET /clients/{clientId}`. */
  readonly routeKey: string;
  /** Absent if the route's path has no parameters, as in API Gateway's event. */
  readonly pathParameters?: Readonly<Record<string, string>>;
}

/** A proxy sends the whole URL, which a server must accept too (RFC 9112, section 3.2.2). */
const SCHEME_AND_AUTHORITY = /^https?:\/\/[^/?]*/i;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const splitTarget = (target: string): { encodedPath: string; query: string } => {
  const [encodedPath = '', ...query] = target.replace(SCHEME_AND_AUTHORITY, '').split('?');
  return { encodedPath: encodedPath || '/', query: query.join('?') };
};

/** Returns the path as HTTP APIs pass it on, percent-decoded if that is possible, and the query as it was sent. */
export const parseTarget = (target: string): { path: string; query: string } => {
  const { encodedPath, query } = splitTarget(target);
  return { path: decode(encodedPath), query };
};

interface CompiledRoute {
  readonly pattern: RegExp;
  readonly route: MatchedRoute;
}

const PARAMETER = /\{(\w+)\}/g;

const compile = ([name, route]: readonly [string, RouteDefinition]): CompiledRoute => ({
  pattern: new RegExp(`^${route.path.replaceAll('.', String.raw`\.`).replaceAll(PARAMETER, '(?<$1>[^/]+)')}$`),
  route: { functionName: name, ...route, routeKey: `${route.method} ${route.path}` },
});

/** API Gateway prefers a literal segment to a parameter. */
const bySpecificity = ({ route: { path: one } }: CompiledRoute, { route: { path: other } }: CompiledRoute): number =>
  one.replaceAll(PARAMETER, '\uffff') < other.replaceAll(PARAMETER, '\uffff') ? -1 : 1;

export type FindRoute = (method: string, target: string) => MatchedRoute | undefined;

/**
 * Finds a request's route as an HTTP API does: `{name}` matches one segment, and the most specific route wins. If only the method
 * differs, no route matches.
 */
export const makeRouter = (routes: RouteDefinitions): FindRoute => {
  const compiled = Object.entries(routes).map(compile).toSorted(bySpecificity);

  return (method, target) => {
    const path = splitTarget(target).encodedPath;
    const decoded = decode(path);
    for (const { pattern, route } of compiled.filter((one) => one.route.method === method)) {
      const found = pattern.exec(path);
      // The pattern gets the encoded path, so that `%2F` does not end a segment. A literal route also matches the decoded path.
      if (!found && route.path !== decoded) continue;
      const parameters = Object.entries(found?.groups ?? {}).map(([name, value]) => [name, decode(value)] as const);
      return { ...route, ...(parameters.length > 0 && { pathParameters: Object.fromEntries(parameters) }) };
    }
    return undefined;
  };
};
