/**
 * Runs the client for the conformance suite, which is the same for every language. Commands come as lines of JSON on standard
 * input, `{id, command, …}`; results go to standard output, `{id, milliseconds, result}` or `{id, milliseconds, error}`. Commands
 * run concurrently.
 */
import { createInterface } from 'node:readline';
import {
  CheckinError,
  makeCheckinClient,
  type CheckinClient,
  type ClientOptions,
  type KeyedSwipe,
  type RequestedBooking,
  type Swipe,
} from '../src/client.ts';
import { openSwipeQueue, sendQueue, storeAndSend, type SwipeQueue } from '../src/swipe-queue.ts';

interface Command {
  readonly id: number;
  readonly command:
    | 'connect'
    | 'checkIn'
    | 'checkInBatch'
    | 'readBookings'
    | 'prepare'
    | 'clockDifferences'
    | 'setClock'
    | 'openQueue'
    | 'add'
    | 'storeAndSend'
    | 'sendQueue'
    | 'size';
  readonly options?: ClientOptions;
  readonly swipe?: Swipe & { readonly key?: string };
  readonly swipes?: readonly KeyedSwipe[];
  readonly bookings?: readonly RequestedBooking[];
  readonly path?: string;
  readonly timeoutMs?: number;
  readonly aheadMs?: number;
}

const trueTime = Date.now;

let client: CheckinClient;
const clockDifferences: number[] = [];
let queue: SwipeQueue;

const run = async ({
  command,
  options,
  swipe = {},
  swipes = [],
  bookings = [],
  path = '',
  timeoutMs,
  aheadMs = 0,
}: Command): Promise<unknown> => {
  const { key, ...body } = swipe;
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  switch (command) {
    case 'connect':
      clockDifferences.length = 0;
      client = makeCheckinClient({
        ...(options as ClientOptions),
        onClockDifference: (milliseconds) => clockDifferences.push(milliseconds),
      });
      return undefined;
    case 'checkIn':
      return client.checkIn(body, { ...limit, ...(key !== undefined && { idempotencyKey: key }) });
    case 'checkInBatch':
      return client.checkInBatch(swipes, limit);
    case 'readBookings':
      return client.readBookings(bookings, limit);
    case 'prepare':
      return client.prepare();
    case 'clockDifferences':
      return clockDifferences;
    case 'setClock':
      Date.now = () => trueTime() + aheadMs;
      return undefined;
    case 'openQueue':
      queue = openSwipeQueue(path);
      return queue.size;
    case 'add':
      return queue.add(swipe);
    case 'storeAndSend':
      return storeAndSend(client, queue, swipe, limit);
    case 'sendQueue': {
      const results: unknown[] = [];
      await sendQueue(client, queue, (result) => results.push(result));
      return results;
    }
    case 'size':
      return queue.size;
  }
};

const describeError = (error: unknown): object => {
  if (!(error instanceof CheckinError)) return { message: String(error) };
  const { status, code, message, isTransient, isFinal, body } = error;
  return { status, code, message, isTransient, isFinal, body };
};

const respond = (response: object): void => void process.stdout.write(`${JSON.stringify(response)}\n`);

const commands = createInterface({ input: process.stdin });
// Exits even while a call hangs.
commands.on('close', () => process.exit());
commands.on('line', (line) => {
  const command = JSON.parse(line) as Command;
  const startedAt = performance.now();
  const finish = (outcome: object): void =>
    respond({ id: command.id, ...outcome, milliseconds: performance.now() - startedAt });
  run(command).then(
    (result) => finish({ result: result ?? null }),
    (error: unknown) => finish({ error: describeError(error) }),
  );
});
