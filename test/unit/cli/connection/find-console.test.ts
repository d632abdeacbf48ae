import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { findConsole } from '../../../../lib/cli/connection/find-console.ts';
import { listen } from '../../../../lib/local/listen.ts';
import { stopServer } from '../../../../lib/local/stop-server.ts';

let server: Server | undefined;
afterEach(async () => {
  delete process.env['PORT'];
  if (server) await stopServer(server, 0);
  server = undefined;
});

/** Starts a service on a port that the operator has set. */
const serve = async (handle: RequestListener): Promise<string> => {
  server = createServer(handle);
  const url = await listen(server, 'PORT', 0);
  process.env['PORT'] = new URL(url).port;
  return url;
};

describe("The local console's issuer", () => {
  it('is taken from the config.json of the running service', async () => {
    const issuer = 'https://issuer.example';
    await serve((request, response) =>
      response.end(JSON.stringify(request.url === '/console/config.json' ? { issuer } : {})),
    );
    expect(await findConsole({ local: true })).toEqual({ issuer, isLocal: true });
  });

  it.each([404, 200])(
    'is derived from the port, with a warning, if there is no console (status %p)',
    async (status) => {
      const url = await serve((_request, response) => response.writeHead(status).end('{}'));
      expect(await findConsole({ local: true })).toMatchObject({
        issuer: `${url}/console/oidc`,
        warning: expect.stringContaining(`No console was found at ${url}`),
      });
    },
  );
});
