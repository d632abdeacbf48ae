import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunction } from '../../../../lib/aws/bundling.ts';
import type { FunctionName } from '../../../../lib/aws/function-permissions.ts';
import { toGatewayEvent } from '../../../../lib/local/gateway/event.ts';
import { routes } from '../../../../shared/routes.ts';
import { compare, interleave, type Measure } from '../harness/figures.ts';
import { bearer } from '../harness/load.ts';
import { startSubject } from '../harness/process.ts';
import { CHECKIN_AT, inWorld, type World } from '../harness/world.ts';

const ROUNDS = 9;
/** The mean time of several starts varies less than the time of one. */
const STARTS_A_ROUND = 4;

/** The log of a deployment. */
const LOG = { POWERTOOLS_LOG_LEVEL: 'INFO', POWERTOOLS_METRICS_DISABLED: 'false' };

interface Reply {
  readonly result: { readonly statusCode: number; readonly body: string };
  /** Processor time, without the start of Node.js. */
  readonly milliseconds: number;
}

const makeEvent = (body: string, token: string) => {
  const { method, path } = routes.checkin;
  const rawHeaders = Object.entries({ 'content-type': 'application/json', ...bearer(token) }).flat();
  const origin = { remoteAddress: '192.0.2.1', localPort: 443, requestId: 'request', receivedAt: Date.now() };
  const request = { method, target: path, version: '1.1', rawHeaders, body: Buffer.from(body), ...origin };
  return toGatewayEvent(request, { routeKey: `${method} ${path}` });
};

/** Loads a bundle in a new process, and checks in two bookings. @returns the milliseconds */
const startOnce = async (directory: string, world: World): Promise<number> => {
  const [id] = await world.addUsers(1);
  const event = makeEvent(JSON.stringify({ id, date: new Date(CHECKIN_AT).toISOString() }), world.token);
  const environment = { ...world.environment, ...LOG, BUNDLE: join(directory, 'index.js') };
  const subject = startSubject(join(import.meta.dirname, '../harness/lambda.cjs'), environment);
  const { result, milliseconds } = await subject.ask<Reply>({ event });
  await subject.stop();
  const isRight = result.statusCode === 200 && JSON.parse(result.body).checkinCount === 2;
  if (!isRight) throw new Error(`${directory} got ${result.statusCode}: ${result.body}`);
  return milliseconds;
};

export const measure: Measure = () =>
  inWorld(async (world) => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    /** Bundles a function. @returns a function that measures its mean time */
    const prepare = (name: string) => {
      const directory = join(folder, name.replaceAll(/\W/g, ''));
      mkdirSync(directory);
      // `bundleFunction` also accepts folders outside `functions/`.
      bundleFunction(name as FunctionName, directory);
      return async () => {
        let sum = 0;
        for (let times = 0; times < STARTS_A_ROUND; times += 1) sum += await startOnce(directory, world);
        return sum / STARTS_A_ROUND;
      };
    };
    try {
      const subjects = { ours: prepare('checkin'), bare: prepare('../test/tools/bench/peers/bare') };
      const { ours, bare } = await interleave(subjects, ROUNDS);
      return [compare({ what: 'first check-in, CPU', unit: 'ms', ours, peer: 'bare', theirs: bare, goal: 1.12 })];
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
