export interface RouteDefinition {
  /** `ANY` for every method. */
  readonly method: string;
  readonly path: string;
  /** The function that serves it; default: the one of the route's name. */
  readonly functionName?: string;
  /** Whether a caller needs a token that the gateway's JWT authorizer accepts. */
  readonly needsJwt?: boolean;
  /** The time-out of its function, if it differs from the default. */
  readonly timeoutMilliseconds?: number;
}

export type RouteDefinitions = Readonly<Record<string, RouteDefinition>>;

export interface MatchedRoute {
  readonly functionName: string;
  readonly needsJwt: boolean;
  readonly timeoutMilliseconds?: number;
  /** The route's name in the event: `POST /auth`, `GET /clients/{clientId}`. */
  readonly routeKey: string;
  /** Absent if the route's path has none, as in API Gateway's event. */
  readonly pathParameters?: Readonly<Record<string, string>>;
}

export interface RequestTarget {
  /** Percent-decoded, as HTTP APIs pass it on; as sent if it cannot be decoded. */
  readonly path: string;
  /** The part after the `?`, as sent. */
  readonly query: string;
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
  const [, encodedPath = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target.replace(SCHEME_AND_AUTHORITY, '')) ?? [];
  return { encodedPath, query };
};

/** Splits the target of a request line. */
export const parseTarget = (target: string): RequestTarget => {
  const { encodedPath, query } = splitTarget(target);
  return { path: decode(encodedPath) || '/', query };
};

const PARAMETER = /^\{(?<name>\w+)(?<greedy>\+)?\}$/;

/** @returns the path's parameters; undefined if it does not match. */
const matchPath = (template: string, path: string): Record<string, string> | undefined => {
  const wanted = template.split('/');
  const given = path.split('/');
  const parameters: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const { name, greedy } = PARAMETER.exec(part)?.groups ?? {};
    const value = greedy ? given.slice(at).join('/') : given[at];
    if (value === undefined || (name === undefined ? value !== part : value === '')) return undefined;
    if (name !== undefined) parameters[name] = decode(value);
    if (greedy) return parameters;
  }
  return wanted.length === given.length ? parameters : undefined;
};

/**
 * The rank of a segment: a smaller one is more specific. API Gateway prefers a literal segment to a parameter, and a parameter to
 * a greedy parameter.
 */
const specificity = (template: string): string =>
  template
    .split('/')
    .map((part) => {
      const { name, greedy } = PARAMETER.exec(part)?.groups ?? {};
      if (name === undefined) return '0';
      return greedy ? '2' : '1';
    })
    .join('');

/**
 * Finds the route of a request like an HTTP API: `{name}` matches one segment, `{name+}` matches all remaining segments, and the
 * most specific route wins. A path with another method matches no route.
 */
export const findRoute = (routes: RouteDefinitions, method: string, target: string): MatchedRoute | undefined => {
  const { encodedPath } = splitTarget(target);
  const path = encodedPath || '/';
  const matches = Object.entries(routes).flatMap(([name, route]) => {
    if (route.method !== method && route.method !== 'ANY') return [];
    // A literal route also matches its percent-encoded spelling; a parameter keeps an encoded slash inside its segment.
    const pathParameters = matchPath(route.path, path) ?? (route.path === decode(path) ? {} : undefined);
    return pathParameters ? [{ name, route, pathParameters }] : [];
  });
  const [best] = matches.toSorted((one, other) =>
    specificity(one.route.path) < specificity(other.route.path) ? -1 : 1,
  );
  if (!best) return undefined;
  const { name, route, pathParameters } = best;
  const { functionName = name, needsJwt = false, timeoutMilliseconds } = route;
  return {
    functionName,
    needsJwt,
    ...(timeoutMilliseconds !== undefined && { timeoutMilliseconds }),
    routeKey: `${route.method} ${route.path}`,
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
  };
};
