/** For the stack, the local service and the API document. */
export const routes = {
  auth: { method: 'POST', path: '/auth' },
  jwks: { method: 'GET', path: '/.well-known/jwks.json' },
  oauthToken: { method: 'POST', path: '/oauth2/token' },
  oauthMetadata: { method: 'GET', path: '/.well-known/oauth-authorization-server' },
  refresh: { method: 'GET', path: '/auth/refresh-token' },
  checkin: { method: 'POST', path: '/scheduling/checkin' },
  batch: { method: 'POST', path: '/scheduling/checkin/batch' },
  syncUsers: { method: 'POST', path: '/sync/users' },
  syncBookings: { method: 'POST', path: '/sync/bookings' },
  readBookings: { method: 'POST', path: '/sync/bookings/read' },
} as const satisfies Record<string, { method: 'GET' | 'POST'; path: `/${string}` }>;

export type RouteId = keyof typeof routes;

/** As in API Gateway's events: `POST /auth`. */
export const routeKeyOf = (id: RouteId): string => `${routes[id].method} ${routes[id].path}`;
