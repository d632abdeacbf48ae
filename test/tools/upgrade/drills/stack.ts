import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { DescribeTableCommand, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { tables, type TableId } from '../../../../shared/tables.ts';
import { cdk, CONTEXT, mustRun, npmDeploy, STACK } from '../../deploy/cdk-commands.ts';
import { openStack, type DeployedStack } from '../../deploy/deployed-stack.ts';
import { openDelivery } from '../../deploy/drills/push.ts';
import { startMoto, type Moto } from '../../deploy/moto.ts';
import { runCommand } from '../../deploy/processes.ts';
import { checkBothVersions, PEOPLE } from '../simultaneous-versions.ts';
import { checkIn, countOf, isSame, logIn, refresh } from '../calls.ts';
import { createCompany } from '../company.ts';
import { checkOutVersion, thisVersion, VERSION_1_0 } from '../old-version.ts';
import type { Drill } from '../run-upgrade-drill.ts';

const connect = ({ url }: Moto) =>
  new DynamoDBClient({
    endpoint: url,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });

const outputOf = (id: TableId): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}Table`;

/** What must survive the upgrade: names and ages of the tables, their items, the address and the signing keys. */
const readState = async (client: DynamoDBClient, { outputs }: DeployedStack) => {
  const names = Object.fromEntries(
    Object.entries(outputs).filter(([name]) => /^(ApiClients|Users|Bookings|CheckinAttempts)Table$/.test(name)),
  );
  const { ApiUrl, AccessKeySecret, RefreshKeySecret } = outputs;
  const contents: Record<string, object> = {};
  for (const TableName of Object.values(names)) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const { Items = [] } = await client.send(new ScanCommand({ TableName }));
    const items = Items.map((item) => JSON.stringify(item)).toSorted();
    contents[TableName] = { createdAt: Table?.CreationDateTime, items };
  }
  return { names, ApiUrl, AccessKeySecret, RefreshKeySecret, contents };
};

const readIndexes = async (client: DynamoDBClient, TableName = ''): Promise<string[]> => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  return (Table?.GlobalSecondaryIndexes ?? []).map(({ IndexName = '' }) => IndexName).toSorted();
};

/**
 * Upgrades a stack of version 1.0 in moto with `npm run deploy`, and deploys version 1.0 again. The functions of both
 * versions run with their own code, environment and permissions.
 */
export const upgradeStack: Drill = async ({ folder, checks }) => {
  const { check } = checks;
  const moto = await startMoto(Number(process.env['MOTO_PORT'] ?? 3211));
  const old = await checkOutVersion(VERSION_1_0);
  const client = connect(moto);
  const opened: DeployedStack[] = [];
  const open = async (name: string): Promise<DeployedStack> => {
    const stack = await openStack(moto, STACK, join(folder, name));
    opened.push(stack);
    return stack;
  };
  const expectNoErrors = async (): Promise<void> => {
    for (const stack of opened) {
      const errors = (await stack.readLog()).filter(({ level, statusCode }) => level === 'ERROR' && statusCode !== 503);
      check('the functions had no error', errors.length === 0, errors);
    }
  };
  const deployOld = () => cdk(moto, 'deploy', STACK, '--app', join(folder, 'old.out'), '--require-approval', 'never');
  const [oldAdmin, admin] = [old, thisVersion].map(({ adminOf }) => adminOf(STACK, moto.environment)) as [
    ReturnType<typeof old.adminOf>,
    ReturnType<typeof old.adminOf>,
  ];
  try {
    const synth = ['synth', '--quiet', '-c', 'stage=dev', '-o', join(folder, 'old.out')];
    const pinned = join(thisVersion.folder, 'node_modules/aws-cdk/bin/cdk');
    await mustRun(checks, 'cdk bootstrap', cdk(moto, 'bootstrap', ...CONTEXT));
    await mustRun(
      checks,
      '1.0: cdk synth',
      runCommand(process.execPath, [pinned, ...synth], moto.environment, old.folder),
    );
    await mustRun(checks, '1.0: cdk deploy', deployOld());
    const before = await open('before');
    const gate = await createCompany(oldAdmin, folder, PEOPLE + 2);
    const second = await refresh(before.send, await logIn(before.send, gate));
    const key = { 'idempotency-key': 'before-the-upgrade' };
    const id = PEOPLE + 1;
    const swiped = await checkIn(before.send, second, { id }, key);
    check('1.0 checks in', countOf(swiped) === 1, swiped);
    const stateBefore = await readState(client, before);

    await mustRun(checks, 'npm run deploy of this version', npmDeploy(moto, join(folder, 'new.out')));
    const after = await open('after');
    const stateAfter = await readState(client, after);
    check('tables, items, address and signing keys are the same', isDeepStrictEqual(stateAfter, stateBefore), {
      stateBefore,
      stateAfter,
    });
    for (const [table, { indexes }] of Object.entries(tables)) {
      const found = await readIndexes(client, after.outputs[outputOf(table as TableId)]);
      check(
        `${table} has its indexes`,
        found.join() ===
          indexes
            .map(({ name }) => name)
            .toSorted()
            .join(),
        found,
      );
    }
    const third = await refresh(after.send, second);
    check('a family of 1.0 continues', third.status === 200, third);
    const repeated = await checkIn(after.send, second, { id }, key);
    check('a repeat of a 1.0 check-in gets the same response', isSame(repeated, swiped), repeated);
    const bookings = PEOPLE + 2;
    const filled = await admin('bookings', 'backfill');
    check(
      'the backfill adds to every booking',
      isDeepStrictEqual(filled, { read: bookings, written: bookings }),
      filled,
    );
    const day = new Date(Date.now() - 2 * 3_600_000).toISOString().slice(0, 10);
    const attendance = (await admin('attendance', '--company', 'acme', '--day', day)) as { totals: { booked: number } };
    check('attendance has every booking of 1.0', attendance.totals.booked === bookings, attendance.totals);

    const families = { client, table: String(after.outputs['ApiClientsTable']) };
    const [runOld, runNew] = [
      { call: before.send, admin: oldAdmin },
      { call: after.send, admin },
    ];
    const take = await openDelivery(after, moto.url);
    await checkBothVersions({ old: runOld, current: runNew, gate, families }, checks);
    const fresh = await logIn(before.send, gate);
    const notified = await checkIn(before.send, await logIn(after.send, gate), { id: PEOPLE + 2, notify: true });
    const records = await take();
    check(
      'a check-in of 1.0 with notify reaches the filter of this version',
      countOf(notified) === 1 && records.length === 1,
      records,
    );
    const pushed = await after.invoke('push', { Records: records });
    check(
      '… and its push is sent',
      JSON.stringify(pushed.result) === '{"batchItemFailures":[]}' && after.proxyOf('push').published.length === 1,
      pushed,
    );

    await expectNoErrors();
    await mustRun(checks, 'back: cdk deploy of 1.0', deployOld());
    const back = await open('back');
    const indexes = await readIndexes(client, back.outputs['BookingsTable']);
    check('back: the indexes of 1.0', indexes.join() === 'byNoShow', indexes);
    const kept = await checkIn(back.send, fresh, { id }, {});
    check('back: 1.0 works, and check-ins stay', kept.status === 200 && countOf(kept) === 0, kept);
    const renewed = await refresh(back.send, await logIn(back.send, gate));
    check('back: 1.0 logs in and refreshes', renewed.status === 200, renewed);
    check('moto reported no error', moto.reportedErrors().length === 0, moto.reportedErrors());
    await expectNoErrors();
  } catch (error) {
    check('the drill ran to its end', false, [String(error), ...moto.reportedErrors().slice(-3)]);
  } finally {
    for (const stack of opened) await stack.close();
    client.destroy();
    moto.stop();
    await old.remove();
  }
};
