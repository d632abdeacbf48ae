import { bundleFunction } from '../../../../lib/aws/bundling.ts';
import type { FunctionName } from '../../../../lib/aws/function-needs.ts';
import { toGatewayEvent } from '../../../../lib/local/gateway/event.ts';
import { routes } from '../../../../shared/routes.ts';
import { atMost, compare, type Measure } from '../harness/figures.ts';
import { logInAt } from '../harness/gate.ts';
import { bearer } from '../harness/load.ts';
import { startCold, startInTurn, type Bundle } from '../harness/start-cold.ts';
import { CHECKIN_AT, inWorld, type World } from '../harness/world.ts';

const ROUNDS = 9;

const bundles: Readonly<Record<'ours' | 'bare', Bundle>> = {
  ours: (directory) => bundleFunction('checkin', directory),
  // Bundled in the same way as the service. `bundleFunction` also accepts folders outside `functions/`.
  bare: (directory) => bundleFunction('../test/tools/bench/peers/bare' as FunctionName, directory),
};

const makeEvent = (body: string, token: string) => {
  const { method, path } = routes.checkin;
  const rawHeaders = Object.entries({ 'content-type': 'application/json', ...bearer(token) }).flat();
  const origin = { remoteAddress: '192.0.2.1', localPort: 443, requestId: 'request', receivedAt: Date.now() };
  const request = { method, target: path, version: '1.1', rawHeaders, body: Buffer.from(body), ...origin };
  return toGatewayEvent(request, { routeKey: `${method} ${path}` });
};

/** Returns the milliseconds of a cold start whose request checks in two bookings. */
const startOnce = async (name: string, directory: string, world: World, token: string): Promise<number> => {
  const [id] = await world.addUsers(1);
  const body = JSON.stringify({ id, date: new Date(CHECKIN_AT).toISOString() });
  const { result, milliseconds } = await startCold(directory, world.environment, makeEvent(body, token));
  const isRight = result?.statusCode === 200 && JSON.parse(result.body).checkinCount === 2;
  if (!isRight) throw new Error(`${name} got ${result?.statusCode}: ${result?.body}`);
  return milliseconds;
};

export const measure: Measure = () =>
  inWorld(async (world) => {
    const { token } = await logInAt(world.service, world);
    const { ours, bare } = await startInTurn(bundles, (name, folder) => startOnce(name, folder, world, token), ROUNDS);
    return [compare({ what: 'first check-in, CPU', unit: 'ms', ours, peer: 'bare', theirs: bare, goal: atMost(1.2) })];
  });
