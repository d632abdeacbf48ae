import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, inCache, inPython, isInstalled, run } from '../installed-programs.ts';
import { readOptions } from '../read-options.ts';
import { runServiceInMemory, type TestClient } from '../../support/running-service.ts';

readOptions(`Usage: npm run test:oauth-clients

Logs in at POST /oauth2/token with OAuth 2.0 libraries for Python (Authlib) and Go (clientcredentials). The first run downloads
them from PyPI and the Go module proxy into ${cacheFolder}.`);

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

const libraries = [
  { name: 'Authlib', program: 'python3', word: '--version', runWith: runAuthlib },
  { name: 'Go clientcredentials', program: 'go', word: 'version', runWith: runGo },
] as const;

/** Whether the output has one line for each way to send the credentials. */
const isRight = (output: string): boolean => {
  const lines = output.trim().split('\n').toSorted();
  const expected = ['client_secret_basic', 'client_secret_post'].map((method) => `${method} Bearer checkin 200`);
  return lines.join('\n') === expected.join('\n');
};

const service = await runServiceInMemory();
try {
  const client: TestClient = await service.aClient();
  await service.stores.users.save({ companyId: client.companyId, id: 1 });
  for (const { name, program, word, runWith } of libraries) {
    if (!isInstalled(program, word)) {
      console.log(`${name}: SKIPPED, because ${program} is not installed`);
      process.exitCode = 1;
      continue;
    }
    const output = await runWith([service.url, client.clientId, client.clientSecret]);
    console.log(`${name}: ${isRight(output) ? 'logged in' : 'FAILED'}\n${output.trimEnd()}`);
    if (!isRight(output)) process.exitCode = 1;
  }
} finally {
  await service.stop();
}
