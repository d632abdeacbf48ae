import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { checkLocalApi } from '../../../../lib/cli/connection/check-local-api.ts';
import { listen } from '../../../../lib/local/listen.ts';
import { stopServer } from '../../../../lib/local/stop-server.ts';

let server: Server;
afterEach(() => stopServer(server, 0));

/** Starts a server that responds to `POST /auth` with this status, and to everything else with 404. */
const serve = async (status: number): Promise<{ url: string; PORT: string }> => {
  server = createServer((request, response) =>
    response.writeHead(`${request.method} ${request.url}` === 'POST /auth' ? status : 404).end(),
  );
  const url = await listen(server, 'PORT', 0);
  return { url, PORT: new URL(url).port };
};

describe('The check of the local API', () => {
  it('passes if the API rejects a log-in without credentials with 400', async () => {
    const { url, PORT } = await serve(400);
    expect(await checkLocalApi({ PORT })).toEqual([{ check: 'api', ok: true, message: `The API is at ${url}.` }]);
  });

  it('fails if another server uses the port, and says which setting to change', async () => {
    const { url, PORT } = await serve(404);
    expect(await checkLocalApi({ PORT })).toEqual([
      { check: 'api', ok: false, message: expect.stringMatching(`^${url} is not the API .* gives 404 .* Set PORT to`) },
    ]);
  });

  it('fails if nothing responds, and says which setting to change', async () => {
    const { url, PORT } = await serve(400);
    await stopServer(server, 0);
    expect(await checkLocalApi({ PORT })).toEqual([
      { check: 'api', ok: false, message: expect.stringMatching(`^Nothing responds at ${url}. Set PORT to`) },
    ]);
  });
});
