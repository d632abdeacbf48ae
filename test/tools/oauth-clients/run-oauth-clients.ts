/**
 * Logs in at POST /oauth2/token with OAuth 2.0 libraries for Python (Authlib) and Go (clientcredentials). They are downloaded
 * from PyPI and the Go module proxy into a cache that only this test uses.
 * usage: npx node test/tools/oauth-clients/run-oauth-clients.ts
 */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { runServiceInMemory } from '../../support/running-service.ts';
import { inCache, inPython, isInstalled, run } from '../installed-programs.ts';
import { runTool } from '../run-tool.ts';

const AUTHLIB = 'authlib==1.6.5';
const REQUESTS = 'requests==2.32.5';
const OAUTH2 = 'golang.org/x/oauth2@v0.32.0';
type Arguments = readonly [url: string, clientId: string, clientSecret: string];

const runAuthlib = async (words: Arguments): Promise<string> => {
  const programs = await inPython('authlib', AUTHLIB, REQUESTS);
  return run(join(programs, 'python'), [join(import.meta.dirname, 'authlib_client.py'), ...words]);
};

const runGo = async (words: Arguments): Promise<string> => {
  const module = await inCache('go-oauth2', async (folder) => {
    await run('go', ['mod', 'init', 'example.com/oauthclient'], folder);
    await run('go', ['get', OAUTH2], folder);
  });
  await cp(join(import.meta.dirname, 'main.go'), join(module, 'main.go'));
  return run('go', ['run', '.', ...words], module);
};

await runTool({
  help: 'Usage: npx node test/tools/oauth-clients/run-oauth-clients.ts\n\nLogs in with Authlib and Go’s clientcredentials. Needs Python 3 and Go.',
  missing: () => [...(isInstalled('python3') ? [] : ['Python 3']), ...(isInstalled('go', 'version') ? [] : ['Go'])],
  run: async ({ checks, defer }) => {
    const service = await runServiceInMemory();
    defer(() => service.stop());
    const { companyId, clientId, clientSecret } = await service.aClient();
    await service.stores.users.save({ companyId, id: 1 });
    // One line for each way to send the credentials.
    const expected = ['client_secret_basic Bearer checkin 200', 'client_secret_post Bearer checkin 200'];
    for (const [name, runWith] of Object.entries({ Authlib: runAuthlib, 'Go clientcredentials': runGo }))
      await checks.attempt(name, async () => {
        const output = await runWith([service.url, clientId, clientSecret]);
        checks.equal(`${name} logs in`, output.trim().split('\n').toSorted(), expected);
      });
  },
});
