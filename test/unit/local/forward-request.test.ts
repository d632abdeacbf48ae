import { once } from 'node:events';
import { createServer, request, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { listen } from '../../../lib/local/listen.ts';
import { makeForwarder } from '../../../lib/local/push/forward-request.ts';
import { stopServer } from '../../../lib/local/stop-server.ts';

const servers: Server[] = [];
const serve = (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  servers.push(server);
  return listen(server, 'PORT', 0);
};
const serveForwarder = (url: string): Promise<string> => {
  const forward = makeForwarder(url);
  return serve((incoming, response) => void forward(incoming, response));
};
afterEach(() => Promise.all(servers.splice(0).map((server) => stopServer(server, 0))));

describe('A request that is handed on', () => {
  it('is answered as it was there', async () => {
    const there = await serve((_, response) => response.writeHead(400, { 'x-it': 'is' }).end('no'));
    const here = await serveForwarder(there);
    const answer = await fetch(here, { method: 'POST', body: 'please' });
    expect([answer.status, answer.headers.get('x-it'), await answer.text()]).toEqual([400, 'is', 'no']);
  });

  it('is cut where nobody is there', async () => {
    const here = await serveForwarder('http://127.0.0.1:1');
    await expect(fetch(here)).rejects.toThrow('fetch failed');
  });

  it('does no harm when its answer comes after the caller has gone', async () => {
    const asked = Promise.withResolvers<ServerResponse>();
    const there = await serve((_, response) => asked.resolve(response));
    const forward = makeForwarder(there);
    const left = Promise.withResolvers<void>();
    const here = await serve((incoming, response) => {
      response.once('close', left.resolve);
      void forward(incoming, response);
    });
    const caller = request(here).on('error', () => undefined);
    caller.end();
    const late = await asked.promise;
    caller.destroy();
    await left.promise;
    late.end('too late');
    await once(late, 'close');
    const after = fetch(here);
    (await once(servers[0] as Server, 'request').then(([, response]) => response as ServerResponse)).end('well');
    expect(await (await after).text()).toBe('well');
  });
});
