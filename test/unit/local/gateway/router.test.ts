import { describe, expect, it } from '@jest/globals';
import { makeRouter } from '../../../../lib/local/gateway/router.ts';

const routes = {
  clients: { method: 'GET', path: '/api/clients' },
  client: { method: 'GET', path: '/api/clients/{clientId}' },
  me: { method: 'GET', path: '/api/clients/me' },
  secret: { method: 'DELETE', path: '/api/clients/{clientId}/secrets/{secretId}' },
  keys: { method: 'GET', path: '/.well-known/{name}' },
};

const findRoute = makeRouter(routes);

describe('The route of a request', () => {
  it.each([
    ['GET', '/api/clients', 'clients', undefined],
    ['GET', '/api/clients?limit=2', 'clients', undefined],
    ['GET', '/api/clien%74s', 'clients', undefined],
    ['GET', '/api/clients/ckc_1', 'client', { clientId: 'ckc_1' }],
    ['GET', '/api/clients/a%2Fb%20c', 'client', { clientId: 'a/b c' }],
    ['GET', '/api/clients/me', 'me', undefined],
    ['DELETE', '/api/clients/ckc_1/secrets/s-2', 'secret', { clientId: 'ckc_1', secretId: 's-2' }],
    ['GET', '/.well-known/jwks.json', 'keys', { name: 'jwks.json' }],
  ])('for %s %s is `%s`', (method, target, name, pathParameters) => {
    const route = routes[name as keyof typeof routes];
    const routeKey = `${route.method} ${route.path}`;
    expect(findRoute(method, target)).toEqual({ ...route, functionName: name, routeKey, pathParameters });
  });

  it.each([
    ['POST', '/api/clients/ckc_1'],
    ['GET', '/api/clients/ckc_1/'],
    ['GET', '/api/clients/'],
    ['GET', '/xwell-known/jwks.json'],
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/other'],
    ['GET', '/'],
  ])('for %s %s does not exist', (method, target) => {
    expect(findRoute(method, target)).toBeUndefined();
  });
});
