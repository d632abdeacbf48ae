import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnLocal, type LocalProcess } from '../support/spawn-local.ts';

const docs = join(import.meta.dirname, '../../docs');
const run = promisify(execFile);

let local: LocalProcess;
let folder: string;

beforeEach(async () => {
  [local, folder] = await Promise.all([spawnLocal(), mkdtemp(join(tmpdir(), 'document-code-'))]);
});
afterEach(async () => {
  local.process.kill();
  await Promise.all([local.ended, rm(folder, { recursive: true })]);
});

/** The code of a document that has `mark` in it, with the address and the secret of the service that runs. */
const codeOf = async (file: string, language: string, mark: string): Promise<string> => {
  const blocks = (await readFile(join(docs, file), 'utf8')).split(`\`\`\`${language}\n`).slice(1);
  const code = blocks.map((block) => block.split('\n```')[0] ?? '').find((block) => block.includes(mark));
  if (code === undefined) throw new Error(`${file} has no ${language} with ${mark}`);
  const [clientSecret = ''] = /cks_[\w-]+/.exec(local.greeting) ?? [];
  return code.replaceAll('http://127.0.0.1:3000', local.url).replaceAll('cks_…', clientSecret);
};

/** As if it had been saved beside the client. */
const runTypeScript = async (code: string): Promise<{ stdout: string; stderr: string }> => {
  const file = join(folder, 'first.ts');
  await writeFile(file, code.replaceAll(`'./`, `'${join(docs, 'client')}/`));
  return run(process.execPath, [file]);
};

const shell = async (code: string): Promise<string> => (await run('bash', ['-euc', code])).stdout;

describe('The code in the documents, against a service that was just started,', () => {
  it('logs in, checks in and refreshes with curl', async () => {
    const lines = await codeOf('client.md', 'sh', 'curl');
    const first = lines.indexOf('TOKENS=$(', lines.indexOf('TOKENS=$(') + 1);
    const stdout = await shell(`${lines.slice(0, first)}\necho; echo "$TOKENS"\n${lines.slice(first)}\necho "$TOKENS"`);
    const [checkin, before, after] = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(checkin).toMatchObject({ statusCode: 200, checkinCount: 2 });
    expect(after).toMatchObject({ accessToken: expect.any(String), refreshToken: expect.any(String) });
    expect(after.refreshToken).not.toBe(before.refreshToken);
  });

  it('has curl wait for a service that is not there yet, and repeat nothing that is refused', async () => {
    const [options = ''] = /TRY='[^']+'/.exec(await codeOf('client.md', 'sh', 'curl')) ?? [];
    const count = (url: string) => `${options}; curl -sS -v $TRY ${url} 2>&1 | grep -c '^> GET\\|refused' || true`;
    const refused = Number(await shell(count(`${local.url}/auth`)));
    const away = Number(await shell(count('http://127.0.0.1:1/').replace('--retry 3', '--retry 1')));
    expect(refused).toBe(1);
    expect(away).toBeGreaterThan(1);
  });

  it('checks in with the client in TypeScript', async () => {
    const { stdout } = await runTypeScript(await codeOf('client.md', 'ts', 'makeCheckinClient'));
    expect(stdout).toBe('2 Checked in on 2 bookings.\n');
  });

  it('runs the turnstile', async () => {
    const { stdout, stderr } = await runTypeScript(await codeOf('integration.md', 'ts', 'makeTurnstile'));
    expect([stdout, stderr]).toEqual(['Checked in on 2 bookings.\n', '']);
  });

  it('sends a list, and goes on after a person whom nobody knows', async () => {
    const { stderr } = await runTypeScript(await codeOf('integration.md', 'ts', 'allSettled'));
    expect(stderr).toMatch(/^the check-in service answered 404: .+\n$/);
  });
});
