import { afterEach, describe, expect, it } from '@jest/globals';
import { findConsole } from '../../../../lib/cli/connection/find-console.ts';
import { serve, type Handle, type TestServer } from '../../../support/serve.ts';

let server: TestServer;
afterEach(async () => {
  delete process.env['PORT'];
  await server.stop();
});

/** Starts a service, and sets PORT as its operator would. */
const start = async (handle: Handle): Promise<string> => {
  server = await serve(handle);
  process.env['PORT'] = server.port;
  return server.url;
};

describe("The local console's issuer", () => {
  it('is taken from the config.json of the running service', async () => {
    const issuer = 'https://issuer.example';
    await start((request, response) =>
      response.end(JSON.stringify(request.url === '/console/config.json' ? { issuer } : {})),
    );
    expect(await findConsole({ local: true })).toEqual({ issuer, isLocal: true });
  });

  it.each([404, 200])(
    'is derived from the port, with a warning, if there is no console (status %p)',
    async (status) => {
      const url = await start((_request, response) => response.writeHead(status).end('{}'));
      expect(await findConsole({ local: true })).toMatchObject({
        issuer: `${url}/console/oidc`,
        warning: expect.stringContaining(`No console was found at ${url}`),
      });
    },
  );
});
