import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Request } from './load.ts';

const VEGETA = 'github.com/tsenart/vegeta/v12@v12.13.0';
const FOLDER = join(import.meta.dirname, '../node_modules/.bin');

const install = (): void => {
  if (existsSync(join(FOLDER, 'vegeta'))) return;
  const { status } = spawnSync('go', ['install', VEGETA], { env: { ...process.env, GOBIN: FOLDER }, stdio: 'inherit' });
  if (status !== 0) throw new Error('needs Go 1.22 or later, to install vegeta: https://go.dev/doc/install');
};

/** The outcome of a request. */
export interface Hit {
  /** The status, or 0 without a response. */
  readonly code: number;
  /** The nanoseconds between the time when the request was due and its response. */
  readonly latency: number;
}

const toTarget = (url: string, { method, path, headers, body = '' }: Request): string =>
  JSON.stringify({
    method,
    url: url + path,
    header: Object.fromEntries(
      Object.entries({ 'content-type': 'application/json', ...headers }).map(([name, value]) => [name, [value]]),
    ),
    body: Buffer.from(body).toString('base64'),
  });

/** Sends requests at a constant rate, whether or not earlier ones have a response. */
export const sendAtRate = async (url: string, requests: readonly Request[], perSecond: number): Promise<Hit[]> => {
  install();
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    writeFileSync(join(folder, 'targets'), requests.map((request) => `${toTarget(url, request)}\n`).join(''));
    const rate = `-rate=${perSecond}/1s -duration=${requests.length / perSecond}s`;
    const attack = `vegeta attack -format=json -targets=targets ${rate} -max-body=0`;
    const environment = { PATH: `${FOLDER}:${process.env['PATH']}` };
    const child = spawn('sh', ['-c', `${attack} | vegeta encode -to=json`], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const hits: Hit[] = [];
    for await (const line of createInterface({ input: child.stdout })) hits.push(JSON.parse(line) as Hit);
    if (hits.length !== requests.length) throw new Error(`vegeta sent ${hits.length} of ${requests.length} requests`);
    return hits;
  } finally {
    rmSync(folder, { recursive: true });
  }
};
