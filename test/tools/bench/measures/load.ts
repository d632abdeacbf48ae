import autocannon from 'autocannon';
import { logInAt, toRequest, type CheckinServer } from '../harness/gate.ts';
import { atMost, count, format, type Measure, type Row } from '../harness/figures.ts';
import { sendAll } from '../harness/load.ts';
import { inWorld, type World } from '../harness/world.ts';

const CONNECTIONS = 50;
const SECONDS = 20;

/** The max rate, in check-ins a second. */
export const measureCapacity = async (server: CheckinServer, { addUsers }: World): Promise<number> => {
  const send = async () => {
    const requests = (await addUsers(600)).map((id) => toRequest(server, { id }));
    return (await sendAll(server, requests)).perSecond;
  };
  await send();
  return send();
};

/**
 * Sends check-ins of different users at a fixed rate, whether or not earlier ones have a response. autocannon corrects the latencies
 * for requests that it could not send in time.
 */
export const sendAtRate = async (
  server: CheckinServer,
  { addUsers }: World,
  perSecond: number,
  seconds: number,
): Promise<autocannon.Result> => {
  const ids = await addUsers(Math.ceil(perSecond * (seconds + 2)));
  let sent = 0;
  const setupRequest: NonNullable<autocannon.Request['setupRequest']> = (request) => {
    const { method, path, headers, body = '' } = toRequest(server, { id: ids[sent++ % ids.length] as number });
    return {
      ...request,
      method: method as 'POST',
      path,
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    };
  };
  return autocannon({
    url: server.url,
    connections: CONNECTIONS,
    overallRate: Math.round(perSecond),
    duration: seconds,
    requests: [{ setupRequest }],
  });
};

export const failuresOf = ({ non2xx, errors, timeouts }: autocannon.Result): number => non2xx + errors + timeouts;

export const measure: Measure = () =>
  inWorld(async (world) => {
    const server = await logInAt(world.service, world);
    const capacity = await measureCapacity(server, world);
    const rows: Row[] = [];
    for (const [share, maxP99] of [
      [0.25, 6],
      [0.5, 6],
      [0.75, 9],
    ] as const) {
      const result = await sendAtRate(server, world, capacity * share, SECONDS);
      const { p50, p99, p99_9 } = result.latency;
      const level = `check-ins at ${share * 100} % of ${format(capacity)}/s`;
      const all = `p50 ${p50} ms, p99 ${p99} ms, p99.9 ${p99_9} ms`;
      rows.push(
        count(`${level}: p99 against p50`, '×', p99 / Math.max(p50, 1), atMost(maxP99), all),
        count(`${level}: failures of ${result.requests.total}`, '', failuresOf(result), atMost(0)),
      );
    }
    return rows;
  });
