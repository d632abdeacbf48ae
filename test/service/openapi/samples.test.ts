import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SAMPLE_BASE_URL, toCodeSamples } from '../../../lib/openapi/samples.ts';
import { routes, type RouteId } from '../../../shared/routes.ts';
import { importProgram, type Output } from '../../support/import-program.ts';
import {
  runServiceInMemory,
  type RunningService,
  type TestClient,
  type TokenSet,
} from '../../support/running-service.ts';
import { installedLanguages } from '../clients/client-driver.ts';

const clients = join(import.meta.dirname, '../../../clients');
const run = promisify(execFile);
const HOUR = 60 * 60_000;

let service: RunningService;
let folder: string;
let client: TestClient;
let tokens: TokenSet;

beforeAll(async () => {
  [service, folder] = await Promise.all([runServiceInMemory(), mkdtemp(join(tmpdir(), 'samples-'))]);
});
afterAll(async () => {
  await Promise.all([service.stop(), rm(folder, { recursive: true })]);
});

/** Creates a company with the people whom the samples mention. The first person has an open booking. */
const prepare = async (): Promise<void> => {
  client = await service.aClient(undefined, ['checkin', 'sync']);
  tokens = await service.logIn(client);
  const { companyId } = client;
  const { users, bookings } = service.stores;
  await Promise.all([
    users.save({ companyId, id: 1, uid: 'BADGE-0001' }),
    users.save({ companyId, id: 2, uid: 'BADGE-0002' }),
    bookings.save({
      user: { companyId, userId: 1 },
      bookingId: 'desk',
      kind: 'position',
      name: 'Desk 4.12',
      checkinOpensAt: Date.now() - HOUR,
      noShowAt: Date.now() + HOUR,
    }),
  ]);
};

/** Runs a sample for a new company. */
const runFresh = async (runSample: () => Promise<Output>): Promise<Output> => {
  await prepare();
  return runSample();
};

/** Returns a sample with the URL, the credentials and a token of the running service. */
const sampleOf = (id: RouteId, label: string): string => {
  const source = String(toCodeSamples(id).find((sample) => sample['label'] === label)?.['source']);
  const token = id === 'refresh' ? tokens.refreshToken : tokens.accessToken;
  return source
    .replaceAll(SAMPLE_BASE_URL, service.url)
    .replaceAll('ckc_demo', client.clientId)
    .replaceAll('cks_…', client.clientSecret)
    .replaceAll('eyJ…', token);
};

/** The expected output of each operation’s sample, in any language. The client packages print nothing when they log in. */
const outcomes: Readonly<Record<RouteId, RegExp>> = {
  auth: /^$/,
  oauthToken: /access_token/,
  oauthMetadata: /token_endpoint/,
  jwks: /Ed25519/,
  refresh: /refreshToken/,
  checkin: /Checked in to 1 booking\./,
  // The Idempotency-Keys must be random, because a fixed one could be used only once in 72 hours.
  batch: /([\w-]{20,})\W.*Checked in to 1 booking\..*(?!\1)(?:gate-7-\w{16}|\w{8}-[\w-]{27})\W/s,
  syncUsers: /written/,
  syncBookings: /written/,
  readBookings: /B-2026-0017.*unknown/,
};

const ids = Object.keys(routes) as RouteId[];

/** A program that reads a JSON list of programs, runs each in its own module, and prints a list of the outputs. */
const RUN_PYTHON = `
import contextlib, io, json, sys
outputs = []
for source in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(source, {"__name__": "__main__"})
    outputs.append(output.getvalue())
print(json.dumps(outputs))
`;

/** Runs each Python sample for a new company. All run in one process, because starting Python is slower than running them. */
const runPython = async (): Promise<{ readonly outputs: ReadonlyMap<RouteId, string>; readonly stderr: string }> => {
  const sources: string[] = [];
  for (const id of ids) {
    await prepare();
    sources.push(sampleOf(id, 'Python'));
  }
  const env = { ...process.env, PYTHONPATH: join(clients, 'python'), PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn('python3', ['-c', RUN_PYTHON], { env, stdio: 'pipe' });
  child.stdin.end(JSON.stringify(sources));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const outputs = JSON.parse(stdout || '[]') as string[];
  return { outputs: new Map(ids.map((id, index) => [id, outputs[index] ?? ''])), stderr };
};

const hasPython = installedLanguages().includes('python');
let python: ReturnType<typeof runPython> | undefined;

describe.each(ids)('The code sample of %s runs', (id) => {
  it('with curl, after the sample that logs in', async () => {
    const { stdout } = await runFresh(() => {
      const next = id === 'auth' ? 'echo "$ACCESS_TOKEN $REFRESH_TOKEN"' : sampleOf(id, 'curl');
      return run('bash', ['-euc', `${sampleOf('auth', 'curl')}\n${next}`]);
    });
    const [, ...lines] = stdout.split('\n');
    expect(lines.join('\n')).toMatch(id === 'auth' ? /^eyJ[\w.-]+ eyJ[\w.-]+\n$/ : outcomes[id]);
  });

  it('in TypeScript', async () => {
    const file = join(folder, `${id}.ts`);
    const { stdout, stderr } = await runFresh(async () => {
      const source = sampleOf(id, 'TypeScript').replace(`'checkin-client'`, `'${clients}/typescript/src/client.ts'`);
      await writeFile(file, source);
      return importProgram(file);
    });
    expect(stdout).toMatch(outcomes[id]);
    expect(stderr).toBe('');
  });

  if (hasPython) {
    it('in Python', async () => {
      const { outputs, stderr } = await (python ??= runPython());
      expect(stderr).toBe('');
      expect(outputs.get(id)).toMatch(outcomes[id]);
    });
  }
});
