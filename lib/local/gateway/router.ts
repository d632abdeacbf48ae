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

/** A segment of a route's path: a literal, a parameter `{name}`, or one for all remaining segments, `{name+}`. */
interface Segment {
  readonly text: string;
  readonly name?: string;
  readonly isGreedy: boolean;
}

interface CompiledRoute {
  readonly method: string;
  readonly path: string;
  readonly segments: readonly Segment[];
  readonly match: Omit<MatchedRoute, 'pathParameters'>;
}

const PARAMETER = /^\{(?<name>\w+)(?<greedy>\+)?\}$/;

const toSegment = (text: string): Segment => {
  const { name, greedy } = PARAMETER.exec(text)?.groups ?? {};
  return { text, isGreedy: greedy !== undefined, ...(name !== undefined && { name }) };
};

const compile = ([routeName, route]: readonly [string, RouteDefinition]): CompiledRoute => {
  const { method, path, functionName = routeName, needsJwt = false, timeoutMilliseconds } = route;
  const match = {
    functionName,
    needsJwt,
    ...(timeoutMilliseconds !== undefined && { timeoutMilliseconds }),
    routeKey: `${method} ${path}`,
  };
  return { method, path, segments: path.split('/').map(toSegment), match };
};

/**
 * The rank of a route's segments: a smaller one is more specific. API Gateway prefers a literal segment to a parameter, and a
 * parameter to a greedy parameter.
 */
const specificity = ({ segments }: CompiledRoute): string =>
  segments.map(({ name, isGreedy }) => (name === undefined ? 0 : 1) + (isGreedy ? 1 : 0)).join('');

/** @returns the path's parameters; undefined if it does not match. */
const matchPath = (segments: readonly Segment[], given: readonly string[]): Record<string, string> | undefined => {
  const parameters: Record<string, string> = {};
  for (const [at, { text, name, isGreedy }] of segments.entries()) {
    const value = isGreedy ? given.slice(at).join('/') : given[at];
    if (value === undefined || (name === undefined ? value !== text : value === '')) return undefined;
    if (name !== undefined) parameters[name] = decode(value);
    if (isGreedy) return parameters;
  }
  return segments.length === given.length ? parameters : undefined;
};

export type FindRoute = (method: string, target: string) => MatchedRoute | undefined;

/**
 * Finds the route of a request like an HTTP API: `{name}` matches one segment, `{name+}` matches all remaining segments, and the
 * most specific route wins. A path with another method matches no route.
 */
export const makeRouter = (routes: RouteDefinitions): FindRoute => {
  const compiled = Object.entries(routes)
    .map(compile)
    .toSorted((one, other) => specificity(one).localeCompare(specificity(other)));

  return (method, target) => {
    const path = splitTarget(target).encodedPath || '/';
    const given = path.split('/');
    const decoded = decode(path);
    for (const { segments, match, ...route } of compiled) {
      if (route.method !== method && route.method !== 'ANY') continue;
      // A literal route also matches its percent-encoded spelling; a parameter keeps an encoded slash inside its segment.
      const pathParameters = matchPath(segments, given) ?? (route.path === decoded ? {} : undefined);
      if (!pathParameters) continue;
      return Object.keys(pathParameters).length > 0 ? { ...match, pathParameters } : match;
    }
    return undefined;
  };
};
