import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListTablesCommand,
} from '@aws-sdk/client-dynamodb';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { translateFailure } from '../../../shared/adapters/sdk/sdk-failure.ts';
import { makePublicKeyStore } from '../../../shared/adapters/dynamodb/public-key-store.ts';
import { makeKeySecrets } from '../../../shared/adapters/secrets-manager/key-secrets.ts';
import { ageInDays } from '../../../shared/domain/key-secrets.ts';
import { listKeys } from '../../../shared/use-cases/keys/list-keys.ts';
import { tables, type TableDefinition, type TableId } from '../../../shared/tables.ts';
import { explainFailure } from '../explain-failure.ts';
import type { Finding } from '../session.ts';
import { UsageError } from '../operator-error.ts';
import { resolveTarget, type Target } from './connect.ts';
import { checkLocalApi } from './check-local-api.ts';
import { checkConcurrency, checkVersion } from './diagnose-deployment.ts';
import type { TargetOptions } from '../stores.ts';

/**
 * Half of the limit of Signature Version 4. AWS rejects a request if its time differs from AWS's clock by more than 5 minutes.
 */
const MAX_CLOCK_DIFFERENCE_SECONDS = 150;

const REDEPLOY = 'Deploy this version of the stack again.';

/** Runs one check. An error becomes a finding that says what to do. */
const examine = async (
  check: string,
  options: TargetOptions,
  find: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> => {
  try {
    return await find();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return [{ check, ok: false, message: explainFailure(translateFailure('DynamoDB', error), options).message }];
  }
};

/** Makes a DynamoDB client that compares the `Date` header of each response with this machine's clock. */
const connectWithClock = () => {
  const client = new DynamoDBClient(callBudgets.operator());
  let clockDifferenceSeconds: number | undefined;
  client.middlewareStack.add(
    (next) => async (request) => {
      const result = await next(request);
      const { headers } = result.response as { headers?: Record<string, string> };
      const date = Date.parse(headers?.['date'] ?? '');
      if (!Number.isNaN(date)) clockDifferenceSeconds = Math.round((Date.now() - date) / 1_000);
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'readClock' },
  );
  return { client, clockDifferenceSeconds: () => clockDifferenceSeconds };
};

const checkClock = (clockDifferenceSeconds: number | undefined): readonly Finding[] => {
  if (clockDifferenceSeconds === undefined) return [];
  const ok = Math.abs(clockDifferenceSeconds) <= MAX_CLOCK_DIFFERENCE_SECONDS;
  const difference = `This machine's clock is ${Math.abs(clockDifferenceSeconds)} s ${clockDifferenceSeconds < 0 ? 'behind' : 'ahead of'} the service's.`;
  return [
    {
      check: 'clock',
      ok,
      message: ok
        ? difference
        : `${difference} Set it by NTP: AWS refuses requests if the clock is wrong by 5 minutes.`,
    },
  ];
};

const checkTable = async (client: DynamoDBClient, id: TableId, TableName: string, isLocal: boolean) => {
  const { indexes, stream, timeToLive }: TableDefinition = tables[id];
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const existing = new Set(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName));
  const missing = indexes.filter(({ name }) => !existing.has(name)).map(({ name }) => `index ${name}`);
  // The embedded database has neither streams nor time to live nor backups.
  if (!isLocal) {
    if (stream && Table?.StreamSpecification?.StreamViewType !== stream) missing.push(`stream ${stream}`);
    const { TimeToLiveDescription: found } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
    if (timeToLive && found?.AttributeName !== timeToLive) missing.push(`time to live on ${timeToLive}`);
  }
  const ok = Table?.TableStatus === 'ACTIVE' && missing.length === 0;
  const withoutParts = missing.length === 0 ? '' : `, without ${missing.join(', ')}`;
  const message = `${TableName} is ${Table?.TableStatus}${withoutParts}.${ok ? '' : ` ${REDEPLOY}`}`;
  return [{ check: `table ${id}`, ok, message }];
};

/**
 * Checks point-in-time recovery. Every stage switches it on, but a table that was restored or made by hand does not have it.
 */
const checkBackups = async (client: DynamoDBClient, id: TableId, TableName: string): Promise<readonly Finding[]> => {
  const { ContinuousBackupsDescription: backups } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  );
  const status = backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus ?? 'unknown';
  const ok = status === 'ENABLED';
  const message = `Point-in-time recovery of ${TableName}: ${status}.${ok ? '' : ` ${REDEPLOY}`}`;
  return [{ check: `recovery ${id}`, ok, message }];
};

/**
 * Checks that either all tables or none are protected from deletion. Both are accepted, because no output of the stack says
 * whether the stage sets `keepData`. A restored table has no protection.
 */
const checkProtection = async (client: DynamoDBClient, { tableNames }: Target): Promise<readonly Finding[]> => {
  const names = Object.values(tableNames);
  const found = await Promise.all(names.map((TableName) => client.send(new DescribeTableCommand({ TableName }))));
  const unprotected = names.filter((_, index) => found[index]?.Table?.DeletionProtectionEnabled !== true);
  const ok = unprotected.length === 0 || unprotected.length === names.length;
  const summary = unprotected.length === 0 ? 'All tables are protected' : 'No table is protected';
  const message = ok
    ? `${summary} from deletion.`
    : `Not protected from deletion, unlike the others: ${unprotected.join(', ')}. ${REDEPLOY}`;
  return [{ check: 'deletion protection', ok, message }];
};

/** Reports the state and age of each key. An old key is only a warning, because it also fires an alarm. */
const checkKeys = async ({ database, tableNames, secrets, keySecrets, maxKeyAgeDays }: Target): Promise<Finding[]> => {
  const keys = makeKeySecrets(secrets, keySecrets);
  const publicKeys = makePublicKeyStore(database, tableNames.signingKeys);
  return (await listKeys({ keys, publicKeys }, Date.now())).map(({ kind, keyId, status, publicKey, createdAt }) => {
    const days = ageInDays({ createdAt }, Date.now());
    const isWarning = status === 'current' && days >= maxKeyAgeDays;
    const unpublished =
      kind === 'access' && publicKey === undefined ? ' Its public key is published with the next log-in.' : '';
    const advice = isWarning ? ' Rotate it with keys rotate.' : '';
    return {
      check: `${kind} key`,
      ok: true,
      ...(isWarning && { isWarning }),
      message: `The ${status} key ${keyId} is in Secrets Manager, ${days} days old.${unpublished}${advice}`,
    };
  });
};

const examineTarget = async (target: Target, options: TargetOptions): Promise<readonly Finding[]> => {
  const isLocal = options.stack === undefined;
  const { client, clockDifferenceSeconds } = connectWithClock();
  try {
    // If the database cannot be reached, this call fails first, so that the failure is reported once and not for each table.
    if (isLocal) await client.send(new ListTablesCommand({ Limit: 1 }));
    const found = await Promise.all([
      ...(Object.keys(tables) as TableId[]).flatMap((id) => [
        examine(`table ${id}`, options, () => checkTable(client, id, target.tableNames[id], isLocal)),
        ...(isLocal ? [] : [examine(`recovery ${id}`, options, () => checkBackups(client, id, target.tableNames[id]))]),
      ]),
      ...(isLocal ? [] : [examine('deletion protection', options, () => checkProtection(client, target))]),
      examine('signing key', options, () => checkKeys(target)),
      isLocal
        ? examine('api', options, () => checkLocalApi(process.env))
        : examine('concurrency', options, () => checkConcurrency(target)),
    ]);
    return [
      ...(target.version === undefined ? [] : [checkVersion(target.version)]),
      ...checkClock(clockDifferenceSeconds()),
      ...found.flat(),
    ];
  } finally {
    client.destroy();
  }
};

/**
 * Checks what the command line and the service need: the credentials and the region; the stack with its outputs; the clock;
 * each table with its indexes, stream and time to live; the signing keys. On AWS, also checks the deployed version, the tables'
 * backups and protection, and the account's concurrent executions. Locally, also checks that the API is at its port. Changes
 * nothing.
 * @throws UsageError if the options name no service
 */
export const diagnose = async (options: TargetOptions): Promise<readonly Finding[]> =>
  examine('connection', options, async () => {
    const target = await resolveTarget(options);
    try {
      const found = await examineTarget(target, options);
      if (options.stack === undefined) return found;
      const message = `The stack ${options.stack} has all the outputs that are needed.`;
      return [{ check: 'connection', ok: true, message }, ...found];
    } finally {
      target.close();
    }
  });
