import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { bundleFunction, PROJECT_DIRECTORY } from '../../../../lib/aws/bundling.ts';
import type { FunctionName } from '../../../../lib/aws/function-needs.ts';
import { toGatewayEvent } from '../../../../lib/local/gateway/event.ts';
import { routes } from '../../../../shared/routes.ts';
import { atMost, compare, interleave, type Goal, type Measure } from '../harness/figures.ts';
import { bearer } from '../harness/load.ts';
import { startSubject } from '../harness/process.ts';
import { inWorld, MOMENT, type World } from '../harness/world.ts';

const ROUNDS = 17;

/** Bundles a peer as the service is bundled; the function accepts any folder. */
const bundlePeer = (folder: string) => (directory: string) =>
  bundleFunction(`../test/tools/bench/peers/${folder}` as FunctionName, directory);

/** Bundles as NodejsFunction of the CDK does by default: not minified, and with Lambda's own SDK, found by NODE_PATH. */
const bundleAsCdk = (directory: string): void => {
  buildSync({
    absWorkingDir: PROJECT_DIRECTORY,
    entryPoints: ['functions/checkin/handler.ts'],
    outfile: join(directory, 'index.js'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    external: ['@aws-sdk/*', '@smithy/*'],
    logLevel: 'error',
  });
};

const builds: readonly { name: string; bundle: (directory: string) => void; goal?: Goal }[] = [
  { name: 'ours', bundle: (directory) => bundleFunction('checkin', directory) },
  { name: 'bare', bundle: bundlePeer('bare'), goal: atMost(1.2) },
  { name: 'ours, built the default CDK way', bundle: bundleAsCdk, goal: atMost(1) },
  { name: 'hono', bundle: bundlePeer('hono'), goal: atMost(1) },
];

const lambdaEnvironment = {
  AWS_LAMBDA_FUNCTION_NAME: 'checkin',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  NODE_PATH: join(PROJECT_DIRECTORY, 'node_modules'),
};

const makeEvent = (body: string, token: string) => {
  const { method, path } = routes.checkin;
  const rawHeaders = Object.entries({ 'content-type': 'application/json', ...bearer(token) }).flat();
  const from = { remoteAddress: '192.0.2.1', localPort: 443, requestId: 'request', receivedAt: Date.now() };
  const request = { method, target: path, version: '1.1', rawHeaders, body: Buffer.from(body), ...from };
  return toGatewayEvent(request, { routeKey: `${method} ${path}` });
};

/** Handles one event in a fresh process. @returns processor time in milliseconds, without the start of Node.js. */
const startCold = async (directory: string, { environment }: World, event: object) => {
  const subject = startSubject(join(import.meta.dirname, '../harness/lambda.cjs'), {
    ...environment,
    ...lambdaEnvironment,
    POWERTOOLS_LOG_LEVEL: 'INFO',
    POWERTOOLS_METRICS_DISABLED: 'false',
    BUNDLE: join(directory, 'index.js'),
  });
  const reply = await subject.ask<{ result: { statusCode: number; body: string }; milliseconds: number }>(event);
  await subject.stop();
  return reply;
};

/** Every build must do the same work: one that does less could be faster. */
const startCorrectly = async (name: string, directory: string, world: World, token: string): Promise<number> => {
  const [id] = await world.addUsers(1);
  const body = JSON.stringify({ id, date: new Date(MOMENT).toISOString() });
  const { result, milliseconds } = await startCold(directory, world, makeEvent(body, token));
  const isRight = result.statusCode === 200 && (JSON.parse(result.body) as { checkinCount: number }).checkinCount === 2;
  if (!isRight) throw new Error(`${name} got ${result.statusCode}: ${result.body}`);
  return milliseconds;
};

const assertRefuses = async (name: string, directory: string, world: World, token: string): Promise<void> => {
  const cases = [
    [400, '{}', token],
    [400, '{', token],
    [404, '{"id":999999}', token],
    [401, '{"id":1}', `${token.slice(0, -8)}AAAAAAAA`],
  ] as const;
  for (const [status, body, with_] of cases) {
    const { result } = await startCold(directory, world, makeEvent(body, with_));
    if (result.statusCode !== status) throw new Error(`${name} got ${result.statusCode} for ${body}: ${result.body}`);
  }
};

export const measure: Measure = () =>
  inWorld(async (world) => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    const directoryOf = (name: string) => join(folder, name.replaceAll(/\W+/g, '-'));
    const { accessToken } = await world.logIn();
    try {
      for (const { name, bundle } of builds) {
        bundle(directoryOf(name));
        await assertRefuses(name, directoryOf(name), world, accessToken);
      }
      const start = (name: string) => () => startCorrectly(name, directoryOf(name), world, accessToken);
      const times = await interleave(Object.fromEntries(builds.map(({ name }) => [name, start(name)])), ROUNDS);
      const [ours = [], ...others] = builds.map(({ name }) => times[name] as number[]);
      const [, ...peers] = builds;
      const what = 'cold start of check-in, CPU';
      return peers.map(({ name, goal }, index) =>
        compare({ what, unit: 'ms', ours, peer: name, peers: others[index] as number[], ...(goal && { goal }) }),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
