import { afterEach, describe, expect, it } from '@jest/globals';
import { checkLocalApi } from '../../../../lib/cli/connection/check-local-api.ts';
import { serve, type TestServer } from '../../../support/serve.ts';

let server: TestServer;
afterEach(() => server.stop());

/** Starts a server that responds to `POST /auth` with this status, and to everything else with 404. */
const start = async (status: number) => {
  server = await serve((request, response) =>
    response.writeHead(`${request.method} ${request.url}` === 'POST /auth' ? status : 404).end(),
  );
  return { url: server.url, PORT: server.port };
};

describe('The check of the local API', () => {
  it('passes if the API rejects a log-in without credentials with 400', async () => {
    const { url, PORT } = await start(400);
    expect(await checkLocalApi({ PORT })).toEqual([{ check: 'api', ok: true, message: `The API is at ${url}.` }]);
  });

  it('fails if another server uses the port, and says which setting to change', async () => {
    const { url, PORT } = await start(404);
    expect(await checkLocalApi({ PORT })).toEqual([
      { check: 'api', ok: false, message: expect.stringMatching(`^${url} is not the API .* gives 404 .* Set PORT to`) },
    ]);
  });

  it('fails if nothing responds, and says which setting to change', async () => {
    const { url, PORT } = await start(400);
    await server.stop();
    expect(await checkLocalApi({ PORT })).toEqual([
      { check: 'api', ok: false, message: expect.stringMatching(`^Nothing responds at ${url}. Set PORT to`) },
    ]);
  });
});
