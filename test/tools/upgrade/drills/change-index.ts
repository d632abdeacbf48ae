import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { DescribeTableCommand, DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { localTableNames } from '../../../../shared/local-service.ts';
import { callAt, checkIn, countOf, logIn } from '../calls.ts';
import { createCompany, importRecords } from '../company.ts';
import { checkOutVersion, type CheckedOutVersion, type RunningVersion } from '../old-version.ts';
import type { Drill } from '../run-upgrade-drill.ts';

type Edit = readonly [file: string, text: string, instead: string];

const NEW_INDEX = `{
        name: 'byOpeningDay',
        partitionKey: { name: 'openingDay', type: 'S' },
        sortKey: { name: 'checkinOpensAt', type: 'N' },
        projectedAttributes: ['companyId', 'userId', 'kind', 'name', 'noShowAt'],
      },
      {
        // \`companyDay\` joins the company and the UTC day of \`checkinOpensAt\`.`;
const STORE = 'shared/adapters/dynamodb';

/** What a developer changes in each step of "Change an index or a key": the index byCompanyDay gets another key. */
const steps: Readonly<Record<'addIndex' | 'writeAttribute' | 'readIndex' | 'removeIndex', readonly Edit[]>> = {
  addIndex: [
    [
      'shared/tables.ts',
      '{\n        // `companyDay` joins the company and the UTC day of `checkinOpensAt`.',
      NEW_INDEX,
    ],
  ],
  writeAttribute: [
    [
      `${STORE}/booking-item.ts`,
      'companyDay: companyDay(user.companyId, checkinOpensAt),',
      'companyDay: companyDay(user.companyId, checkinOpensAt), openingDay: companyDay(user.companyId, checkinOpensAt),',
    ],
    [`${STORE}/booking-backfill.ts`, 'SET companyDay = :day', 'SET companyDay = :day, openingDay = :day'],
    [`${STORE}/booking-backfill.ts`, 'checkinOpensAt, companyDay', 'checkinOpensAt, companyDay, openingDay'],
    [`${STORE}/booking-backfill.ts`, 'item.companyDay !==', 'item.openingDay !=='],
  ],
  readIndex: [
    [`${STORE}/find-opening.ts`, "IndexName: 'byCompanyDay'", "IndexName: 'byOpeningDay'"],
    [`${STORE}/find-opening.ts`, "'companyDay = :day", "'openingDay = :day"],
    [`${STORE}/find-opening.ts`, 'companyDay: companyDay(entry', 'openingDay: companyDay(entry'],
  ],
  removeIndex: [
    [
      'shared/tables.ts',
      "name: 'byCompanyDay',\n        partitionKey: { name: 'companyDay', type: 'S' },\n        sortKey: { name: 'checkinOpensAt'",
      "name: 'byOpeningDay',\n        partitionKey: { name: 'openingDay', type: 'S' },\n        sortKey: { name: 'checkinOpensAt'",
    ],
    ['shared/tables.ts', NEW_INDEX.slice(0, NEW_INDEX.lastIndexOf('{')), ''],
  ],
};

/** @throws Error if a text does not occur once in its file: the drill must be changed together with the code */
const edit = ({ folder }: CheckedOutVersion, edits: readonly Edit[]): void => {
  for (const [file, text, instead] of edits) {
    const path = join(folder, file);
    const source = readFileSync(path, 'utf8');
    if (source.split(text).length !== 2) throw new Error(`${file} must contain exactly once: ${text}`);
    writeFileSync(
      path,
      source.replace(text, () => instead),
    );
  }
};

const HOUR = 60 * 60_000;
const USERS = 40;
const MORE_BOOKINGS = 25;

interface Attendance {
  readonly totals: { readonly booked: number; readonly checkedIn: number };
  readonly items: readonly { readonly userId: number; readonly bookingId: string }[];
}

/** Follows "Change an index or a key" of docs/deployment.md with a service in use: gates check people in at every step. */
export const changeIndex: Drill = async ({ folder, settings, checks: { check } }) => {
  const endpoint = settings['AWS_ENDPOINT_URL_DYNAMODB'];
  if (endpoint === undefined)
    throw new Error('changeIndex needs AWS_ENDPOINT_URL_DYNAMODB: dynalite cannot change indexes.');
  const code = await checkOutVersion('HEAD');
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'eu-central-1', credentials });
  const TableName = localTableNames.bookings;
  const readIndexes = async () =>
    (await client.send(new DescribeTableCommand({ TableName }))).Table?.GlobalSecondaryIndexes?.map(
      ({ IndexName, IndexStatus }) => `${IndexName} ${IndexStatus}`,
    ).toSorted();
  let running: RunningVersion | undefined;
  try {
    let service = (running = await code.start(settings));
    const gate = await createCompany(service.admin, folder, USERS);
    const opens = Date.now() - 2 * HOUR;
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const days = [day(opens), day(opens + 24 * HOUR)];
    const bookings = Array.from({ length: USERS * MORE_BOOKINGS }, (_, index) => ({
      companyId: 'acme',
      userId: (index % USERS) + 1,
      bookingId: `more-${index}`,
      kind: 'parking',
      checkinOpensAt: new Date(opens + 24 * HOUR + index * 1000).toISOString(),
      noShowAt: new Date(opens + 30 * HOUR).toISOString(),
    }));
    await importRecords(service.admin, { folder, noun: 'bookings', records: bookings });
    const tokens = await logIn(callAt(service.url), gate);
    let swiped = 0;
    /** Checks in one more person, then reads the bookings of both days through the index. */
    const use = async (): Promise<{ names: string[]; isCounted: boolean }> => {
      swiped += 1;
      const count = countOf(await checkIn(callAt(service.url), tokens, { id: swiped }));
      const read = (each: string) =>
        service.admin('attendance', '--company', 'acme', '--day', each) as Promise<Attendance>;
      const both = await Promise.all(days.map(read));
      const checkedIn = both.reduce((sum, { totals }) => sum + totals.checkedIn, 0);
      const names = both.flatMap(({ items }) => items.map(({ userId, bookingId }) => `${userId} ${bookingId}`));
      return { names: names.toSorted(), isCounted: count === 1 && checkedIn === swiped };
    };
    const before = await use();
    check(
      'before: the queries find every booking',
      before.names.length === USERS * (MORE_BOOKINGS + 1),
      before.names.length,
    );
    const expectSame = async (what: string) => {
      const now = await use();
      check(
        `${what}: the queries return the same bookings, with the last check-in`,
        now.isCounted && isDeepStrictEqual(now.names, before.names),
        now,
      );
    };
    const deploy = async (name: keyof typeof steps) => {
      edit(code, steps[name]);
      const old = service;
      // As with Lambda, the earlier code handles requests until the new code is ready.
      service = running = await code.start(settings);
      await old.stop();
    };

    await deploy('addIndex');
    const beside = await readIndexes();
    check(
      '1. the new index is beside the old ones',
      beside?.join() === 'byCompanyDay ACTIVE,byNoShow ACTIVE,byOpeningDay ACTIVE',
      beside,
    );
    await expectSame('1.');
    await deploy('writeAttribute');
    await expectSame('2. before the backfill');
    const [filled] = await Promise.all([service.admin('bookings', 'backfill'), expectSame('2. during the backfill')]);
    const all = before.names.length;
    check('2. the backfill adds the attribute', isDeepStrictEqual(filled, { read: all, written: all }), filled);
    await deploy('readIndex');
    await expectSame('3.');
    const removal = [{ Delete: { IndexName: 'byCompanyDay' } }];
    // On AWS, CloudFormation deletes the index when it is removed from shared/tables.ts.
    await client.send(new UpdateTableCommand({ TableName, GlobalSecondaryIndexUpdates: removal }));
    await deploy('removeIndex');
    const left = await readIndexes();
    check('4. the old index is gone', left?.join() === 'byNoShow ACTIVE,byOpeningDay ACTIVE', left);
    await expectSame('4.');
  } finally {
    await running?.stop();
    client.destroy();
    await code.remove();
  }
};
