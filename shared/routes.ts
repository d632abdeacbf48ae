/** HTTP routes, for the stack, the local service and the API document. */
export const routes = {
  auth: { method: 'POST', path: '/auth', functionName: 'auth' },
  jwks: { method: 'GET', path: '/.well-known/jwks.json', functionName: 'auth' },
  oauthToken: { method: 'POST', path: '/oauth2/token', functionName: 'auth' },
  oauthMetadata: { method: 'GET', path: '/.well-known/oauth-authorization-server', functionName: 'auth' },
  refresh: { method: 'GET', path: '/auth/refresh-token', functionName: 'refresh' },
  checkin: { method: 'POST', path: '/scheduling/checkin', functionName: 'checkin' },
  batch: { method: 'POST', path: '/scheduling/checkin/batch', functionName: 'batch' },
  syncUsers: { method: 'POST', path: '/sync/users', functionName: 'sync' },
  syncBookings: { method: 'POST', path: '/sync/bookings', functionName: 'sync' },
  readBookings: { method: 'POST', path: '/sync/bookings/read', functionName: 'sync' },
} as const satisfies Record<string, { method: 'GET' | 'POST'; path: `/${string}`; functionName: string }>;

export type RouteId = keyof typeof routes;

/** A function that serves routes of the gates' API. */
export type HttpFunctionName = (typeof routes)[RouteId]['functionName'];

/** Formats a route as in API Gateway's events: `POST /auth`. */
export const routeKeyOf = (id: RouteId): string => `${routes[id].method} ${routes[id].path}`;
