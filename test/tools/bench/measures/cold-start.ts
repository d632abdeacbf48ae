import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunction } from '../../../../lib/aws/bundling.ts';
import type { FunctionName } from '../../../../lib/aws/function-needs.ts';
import { toGatewayEvent } from '../../../../lib/local/gateway/event.ts';
import { routes } from '../../../../shared/routes.ts';
import { atMost, compare, interleave, type Measure } from '../harness/figures.ts';
import { logInAt } from '../harness/gate.ts';
import { bearer } from '../harness/load.ts';
import { startSubject } from '../harness/process.ts';
import { inWorld, MOMENT, type World } from '../harness/world.ts';

const ROUNDS = 9;
/** The number of starts per round. Their mean varies less than a single start. */
const STARTS = 4;

/** Folders in `functions/`. The bare handler is bundled in the same way as the service. */
const sources = { ours: 'checkin', bare: '../test/tools/bench/peers/bare' as FunctionName } as const;

interface Reply {
  readonly result?: { readonly statusCode: number; readonly body: string };
  /** Processor time, without the start of Node.js. */
  readonly milliseconds: number;
}

/** Loads a bundle in a new process, and lets it handle the event. */
const startCold = async (
  directory: string,
  environment: Readonly<Record<string, string>>,
  event: object,
): Promise<Reply> => {
  const subject = startSubject(join(import.meta.dirname, '../harness/lambda.cjs'), {
    ...environment,
    AWS_LAMBDA_FUNCTION_NAME: 'checkin',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    POWERTOOLS_LOG_LEVEL: 'INFO',
    POWERTOOLS_METRICS_DISABLED: 'false',
    BUNDLE: join(directory, 'index.js'),
  });
  const reply = await subject.ask<Reply>({ event });
  await subject.stop();
  return reply;
};

const makeEvent = (body: string, token: string) => {
  const { method, path } = routes.checkin;
  const rawHeaders = Object.entries({ 'content-type': 'application/json', ...bearer(token) }).flat();
  const origin = { remoteAddress: '192.0.2.1', localPort: 443, requestId: 'request', receivedAt: Date.now() };
  const request = { method, target: path, version: '1.1', rawHeaders, body: Buffer.from(body), ...origin };
  return toGatewayEvent(request, { routeKey: `${method} ${path}` });
};

/** @throws Error if a bundle does less than the contract says, which would be an unfair advantage */
const assertConforms = async (directory: string, world: World, token: string): Promise<void> => {
  const cases = [
    [400, '{}', token],
    [400, '{', token],
    [404, '{"id":999999}', token],
    [401, '{"id":1}', `${token.slice(0, -8)}AAAAAAAA`],
  ] as const;
  for (const [status, body, credentials] of cases) {
    const { result } = await startCold(directory, world.environment, makeEvent(body, credentials));
    if (result?.statusCode !== status) throw new Error(`got ${result?.statusCode} for ${body}: ${result?.body}`);
  }
};

/** Starts {@link STARTS} processes, each with a check-in of two bookings. @returns their mean in milliseconds */
const measureStarts = async (directory: string, world: World, token: string): Promise<number> => {
  let sum = 0;
  for (const id of await world.addUsers(STARTS)) {
    const body = JSON.stringify({ id, date: new Date(MOMENT).toISOString() });
    const { result, milliseconds } = await startCold(directory, world.environment, makeEvent(body, token));
    const isRight = result?.statusCode === 200 && JSON.parse(result.body).checkinCount === 2;
    if (!isRight) throw new Error(`got ${result?.statusCode}: ${result?.body}`);
    sum += milliseconds;
  }
  return sum / STARTS;
};

export const measure: Measure = () =>
  inWorld(async (world) => {
    const { token } = await logInAt(world.service, world);
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    const directoryOf = (name: keyof typeof sources): string => join(folder, name);
    try {
      for (const name of ['ours', 'bare'] as const) {
        bundleFunction(sources[name], directoryOf(name));
        await assertConforms(directoryOf(name), world, token);
      }
      const { ours, bare } = await interleave(
        {
          ours: () => measureStarts(directoryOf('ours'), world, token),
          bare: () => measureStarts(directoryOf('bare'), world, token),
        },
        ROUNDS,
      );
      const what = { what: 'first check-in, CPU', unit: 'ms', ours, peer: 'bare', theirs: bare };
      return [compare({ ...what, goal: atMost(1.2) })];
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
