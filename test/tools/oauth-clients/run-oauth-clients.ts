/**
 * Logs in at POST /oauth2/token with OAuth 2.0 libraries for Python (Authlib) and Go (clientcredentials). They are downloaded
 * from PyPI and the Go module proxy into a cache that only this test uses.
 * usage: npm run test:oauth-clients
 */
import { cp, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../processes.ts';
import { isInstalled } from '../generated-clients/generator.ts';
import { runServiceInMemory, type TestClient } from '../../support/running-service.ts';

const AUTHLIB = 'authlib==1.6.5';
const REQUESTS = 'requests==2.32.5';
const OAUTH2 = 'golang.org/x/oauth2@v0.32.0';
const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'checkin-test-oauth-clients');

const run = async (command: string, words: readonly string[], cwd: string): Promise<string> => {
  const { code, stdout, stderr } = await runCommand(command, words, process.env, cwd);
  if (code !== 0) throw new Error(`${command} ${words[0]} failed:\n${`${stdout}\n${stderr}`.trim().slice(-2_000)}`);
  return stdout;
};

type Arguments = readonly [url: string, clientId: string, clientSecret: string];

const runAuthlib = async (words: Arguments): Promise<string> => {
  const environment = join(cache, 'python');
  const python = join(environment, 'bin/python');
  await run('python3', ['-m', 'venv', environment], cache);
  await run(python, ['-m', 'pip', 'install', '--quiet', AUTHLIB, REQUESTS], cache);
  return run(python, [join(import.meta.dirname, 'authlib_client.py'), ...words], cache);
};

const runGo = async (words: Arguments): Promise<string> => {
  const module = join(cache, 'go');
  await mkdir(module, { recursive: true });
  await cp(join(import.meta.dirname, 'main.go'), join(module, 'main.go'));
  await run('sh', ['-c', '[ -f go.mod ] || go mod init example.com/oauthclient'], module);
  await run('go', ['get', OAUTH2], module);
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
  await mkdir(cache, { recursive: true });
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
