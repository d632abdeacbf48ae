import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createApiClient } from '../../shared/domain/api-client.ts';
import { seedDemo, type Demo } from '../../lib/local/demo/demo.ts';
import { installedLanguages } from './clients/client-driver.ts';
import { importProgram, type Output } from '../support/import-program.ts';
import { useFolder } from '../support/use-folder.ts';
import { useServiceInMemory } from '../support/use-service.ts';

const hasPython = installedLanguages().includes('python');
const docs = join(import.meta.dirname, '../../docs');
const run = promisify(execFile);

const HOUR = 60 * 60_000;

/** Nothing listens on port 2. Port 1 cannot be used, because fetch rejects it. */
const NO_LISTENER = 'http://127.0.0.1:2';
const RETRY = /^Trying again.*: No response: .*refused/im;

const service = useServiceInMemory();
let demo: Demo;
const folder = useFolder();

/** Creates new demo bookings for each test, as the service does when it starts. Checked-in bookings stay. */
beforeEach(async () => {
  demo = await seedDemo(service.stores, Date.now());
});

/** Returns the document's code block that contains `mark`, with the URL and secret of the running service. */
const codeOf = async (file: string, language: string, mark: string): Promise<string> => {
  const blocks = (await readFile(join(docs, file), 'utf8')).split(`\`\`\`${language}\n`).slice(1);
  const code = blocks.map((block) => block.split('\n```')[0] ?? '').find((block) => block.includes(mark));
  if (code === undefined) throw new Error(`${file} has no ${language} code with ${mark}`);
  return code.replaceAll('http://127.0.0.1:3000', service.url).replaceAll('cks_…', demo.clientSecret);
};

/** Saves the code so that its imports work as in docs. @returns the path of the file */
const saveTypeScript = async (code: string): Promise<string> => {
  const file = folder(`${randomUUID()}.ts`);
  await writeFile(file, code.replaceAll(`'../`, `'${join(docs, '..')}/`));
  return file;
};

/** Runs the code in a separate process. */
const runTypeScript = async (code: string): Promise<Output> =>
  run(process.execPath, ['--disable-warning=ExperimentalWarning', await saveTypeScript(code)], { cwd: folder() });

const shell = async (code: string): Promise<string> => (await run('bash', ['-euc', code])).stdout;

describe('The code in the documents, run against a service with demo data,', () => {
  if (hasPython) {
    it('checks in with the Python client', async () => {
      const command = await codeOf('client.md', 'sh', 'checkin_client');
      const stdout = await shell(command.replace('cd clients', `cd ${join(docs, '../clients')}`));
      expect(stdout).toBe('2 Checked in to 2 bookings.\n');
    });
  }

  it('says immediately if nothing listens at the URL, and in Python also what to check', async () => {
    const command = await codeOf('client.md', 'sh', 'checkin_client');
    const python = command.replace('cd clients', `cd ${join(docs, '../clients')}`).replace(service.url, NO_LISTENER);
    const code = (await codeOf('client.md', 'ts', 'makeCheckinClient')).replace(service.url, NO_LISTENER);
    const stderrOf = async (work: Promise<unknown>): Promise<string> =>
      ((await work.catch((error: unknown) => error)) as { stderr: string }).stderr;
    const texts = await Promise.all([stderrOf(runTypeScript(code)), ...(hasPython ? [stderrOf(shell(python))] : [])]);
    for (const text of texts) expect(text).toMatch(RETRY);
    for (const text of texts.slice(1)) expect(text).toContain('Check the URL, and that the service is running');
  });

  it('checks in with the TypeScript client', async () => {
    const { stdout } = await importProgram(await saveTypeScript(await codeOf('client.md', 'ts', 'makeCheckinClient')));
    expect(stdout).toBe('2 Checked in to 2 bookings.\n');
  });

  it('runs the turnstile', async () => {
    const code = (await codeOf('integration.md', 'ts', 'makeTurnstile'))
      .replace('swipes.sqlite', folder('swipes.sqlite'))
      // The example waits for less than a second, which is too short on a busy machine.
      .replace('readerId:', 'showWithinMs: 60_000, readerId:');
    const { stdout, stderr } = await importProgram(await saveTypeScript(code));
    expect([stdout, stderr]).toEqual(['Checked in to 2 bookings.\n', '']);
  });

  it('releases only the desks of no-shows', async () => {
    const { companyId } = demo;
    const hrSystem = { clientId: 'ckc_demo_hr', companyId, name: 'HR system', scopes: ['sync'] } as const;
    const { client, clientSecret } = createApiClient(hrSystem, Date.now());
    await service.stores.clients.create(client);
    const at = Date.now() - 2 * HOUR;
    for (const userId of [1, 2, 3]) await service.stores.book({ companyId, userId }, { bookingId: `b-${userId}`, at });
    const record = { at, receivedAt: at, requestId: 'r', checkinId: 'r', notify: false };
    await service.stores.bookings.checkIn({ companyId, userId: 2 }, 'b-2', record);
    const documented = await codeOf('loading.md', 'ts', 'readBookings');
    const code = documented.replace('ckc_…', hrSystem.clientId).replaceAll(demo.clientSecret, clientSecret);
    const { stdout } = await importProgram(await saveTypeScript(code));
    expect(stdout).toBe('Released: b-1\nReleased: b-3\n');
  });

  it('sends a list in batches, and reports a person who is not in the company', async () => {
    const { stderr } = await importProgram(await saveTypeScript(await codeOf('integration.md', 'ts', 'fire-drill')));
    expect(stderr).toMatch(/^fire-drill-1-4 404 .+\n$/);
  });
});
