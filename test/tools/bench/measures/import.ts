import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import { PROJECT_DIRECTORY } from '../../../../lib/aws/bundling.ts';
import { bookingKey, toAttributes } from '../../../../shared/adapters/dynamodb/booking-item.ts';
import { connectDatabase } from '../../../../shared/adapters/dynamodb/connect-database.ts';
import { callBudgets } from '../../../../shared/adapters/sdk/call-budget.ts';
import type { Booking } from '../../../../shared/domain/booking.ts';
import { formatDateTime } from '../../../../shared/domain/instant.ts';
import { localTableNames } from '../../../../shared/local-service.ts';
import { runAdminHere } from '../../../service/cli/run-admin.ts';
import { meterDatabase } from '../../../support/meter-database.ts';
import { atLeast, atMost, compare, count, type Measure, type Row } from '../harness/figures.ts';
import { CHECKIN_AT, DAY, inWorld, type World } from '../harness/world.ts';

const LINES = 10_000;
const USERS = 200;
const ROUNDS = 2;

const makeBooking = (companyId: string, index: number, name: string): Booking => {
  const checkinOpensAt = CHECKIN_AT + Math.floor(index / USERS) * DAY;
  return {
    user: { companyId, userId: (index % USERS) + 1 },
    bookingId: `booking-${index}`,
    kind: 'position',
    name,
    checkinOpensAt,
    noShowAt: checkinOpensAt + DAY / 8,
    openSince: 0,
  };
};

const toLine = ({ user, checkinOpensAt, noShowAt, openSince: _, ...booking }: Booking): string =>
  JSON.stringify({
    ...user,
    ...booking,
    checkinOpensAt: formatDateTime(checkinOpensAt),
    noShowAt: formatDateTime(noShowAt),
  });

/** Measures an upper limit for imports, by putting the same number of items without conditions. @returns lines a second */
const measurePuts = async (bookings: readonly Booking[]): Promise<number> => {
  const connection = connectDatabase(callBudgets.operator());
  const database = connection.withSignal();
  const startedAt = performance.now();
  const put = (booking: Booking) => {
    const Item = { ...bookingKey(booking), ...toAttributes(booking) };
    return database.send(new PutCommand({ TableName: localTableNames.bookings, Item }));
  };
  await pMap(bookings, put, { concurrency: 64 });
  connection.close();
  return (bookings.length * 1_000) / (performance.now() - startedAt);
};

const run = async (world: World, folder: string): Promise<Row[]> => {
  const file = join(folder, 'bookings.ndjson');
  const words = ['--local', '--json', 'bookings', 'import', file];
  /** Imports bookings in a process that starts like `npm run admin`. @returns lines a second */
  const importInProcess = async (bookings: readonly Booking[], written: number): Promise<number> => {
    writeFileSync(file, bookings.map(toLine).join('\n'));
    const options = ['--max-semi-space-size=16', '--import', './bin/compile-cache.js', 'bin/admin.ts'];
    const env = { PATH: process.env['PATH'], ...world.environment };
    const startedAt = performance.now();
    const { stdout } = await promisify(execFile)(process.execPath, [...options, ...words], {
      cwd: PROJECT_DIRECTORY,
      env,
    });
    const rate = (bookings.length * 1_000) / (performance.now() - startedAt);
    if ((JSON.parse(stdout) as { written: number }).written !== written)
      throw new Error(`unexpected result: ${stdout}`);
    return rate;
  };
  await world.addUsers(USERS);
  const rates = { puts: [] as number[], first: [] as number[], again: [] as number[], changed: [] as number[] };
  const { companyId } = world.client;
  let last: Booking[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const make = (shift: number) => (_: unknown, index: number) =>
      makeBooking(companyId, index + shift * LINES, 'Desk');
    const [toPut, bookings] = [2 * round, 2 * round + 1].map((shift) => Array.from({ length: LINES }, make(shift)));
    last = (bookings as Booking[]).map((booking, index) => (index % 10 === 0 ? { ...booking, name: 'New' } : booking));
    rates.puts.push(await measurePuts(toPut as Booking[]));
    rates.first.push(await importInProcess(bookings as Booking[], LINES));
    rates.again.push(await importInProcess(bookings as Booking[], 0));
    rates.changed.push(await importInProcess(last, LINES / 10));
  }
  const { takeCalls } = meterDatabase();
  const { code, stderr } = await runAdminHere(words, world.environment);
  if (code !== 0) throw new Error(stderr);
  const calls = takeCalls();
  const units = calls.reduce((sum, call) => sum + call.units, 0);
  const rateOf = (what: string, ours: readonly number[], goal: number): Row =>
    compare({ what, unit: 'lines/s', ours, peer: 'puts only', theirs: rates.puts, goal: atLeast(goal) });
  return [
    rateOf('first import', rates.first, 0.3),
    rateOf('the same again', rates.again, 1),
    rateOf('the same, 10 % changed', rates.changed, 1),
    // In addition to the bookings, the import reads the users, to find out whether they exist.
    count('the same again: calls', '', calls.length, atMost(LINES / 100 + 1 + USERS / 100)),
    count('the same again: units a line', '', units / LINES, atMost(1.05)),
  ];
};

export const measure: Measure = () =>
  inWorld(async (world) => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    return run(world, folder).finally(() => rmSync(folder, { recursive: true }));
  });
