import { describe, expect, it } from '@jest/globals';
import { makeFunctionContext } from '../../../../lib/local/gateway/call-function.ts';
import { toGatewayEvent } from '../../../../lib/local/gateway/event.ts';
import { makeRouter } from '../../../../lib/local/gateway/router.ts';
import { docsRoutes, makeDocsHandlers } from '../../../../lib/local/docs/docs-page.ts';

const handlers = makeDocsHandlers(undefined);

const send = (method: string, target: string) => {
  const route = makeRouter(docsRoutes)(method, target);
  if (!route) throw new Error(`${method} ${target} has no route`);
  const event = toGatewayEvent(
    {
      method,
      target,
      version: '1.1',
      rawHeaders: ['Host', '127.0.0.1:3000'],
      body: Buffer.alloc(0),
      remoteAddress: '127.0.0.1',
      localPort: 3000,
      requestId: 'request',
      receivedAt: 0,
    },
    route,
  );
  const name = route.functionName as keyof typeof docsRoutes;
  return handlers[name](event, makeFunctionContext(name, 1_000));
};

describe('Without demo data, the page at /docs', () => {
  it('offers no sign-in', async () => {
    const { body } = (await send('GET', '/docs')) as { body: string };
    expect(body).toContain('There is no demo data');
    expect(body).not.toContain('<button');
  });

  it('cannot get the credentials of an API client', async () => {
    expect(await send('POST', '/docs/clients/gate')).toEqual({ statusCode: 404 });
  });
});
