import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListTablesCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { DescribeSecretCommand } from '@aws-sdk/client-secrets-manager';
import packageDescription from '../../../package.json' with { type: 'json' };
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { callAws, translateFailure } from '../../../shared/adapters/sdk/sdk-failure.ts';
import { makePublicKeyStore } from '../../../shared/adapters/dynamodb/public-key-store.ts';
import { makeKeySecret } from '../../../shared/adapters/secrets-manager/key-secret.ts';
import { ageInDays, MAX_KEY_AGE_DAYS } from '../../../shared/domain/signing-keys.ts';
import { listKeys } from '../../../shared/use-cases/keys/keys.ts';
import { tables, type TableDefinition, type TableId } from '../../../shared/tables.ts';
import { explainFailure } from '../explain-failure.ts';
import { UsageError } from '../operator-error.ts';
import type { Finding } from '../session.ts';
import { checkFailures, checkMappings } from './check-deliveries.ts';
import { localApiUrl, resolveTarget, type Target, type TargetOptions } from './connect.ts';

type Result = Omit<Finding, 'check'>;

const REDEPLOY = 'Deploy this version of the stack again.';

const verdict = (ok: boolean, message: string, advice = REDEPLOY): Result => ({
  ok,
  message: ok ? message : `${message} ${advice}`,
});

const verdictWithWarning = (isWarning: boolean, message: string, advice: string): Result => ({
  ...verdict(true, isWarning ? `${message} ${advice}` : message),
  ...(isWarning && { isWarning }),
});

/** The description is a promise, so that a failure is reported by the checks that await it. */
type DescribedTable = readonly [TableId, name: string, description: Promise<TableDescription | undefined>];

const timeToLiveOf = async (client: DynamoDBClient, TableName: string): Promise<string | undefined> =>
  (await client.send(new DescribeTimeToLiveCommand({ TableName }))).TimeToLiveDescription?.AttributeName;

const checkTable = async (
  client: DynamoDBClient,
  [id, name, description]: DescribedTable,
  isLocal: boolean,
): Promise<Result> => {
  const { indexes, stream, timeToLive }: TableDefinition = tables[id];
  const table = await description;
  const existing = new Set(table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName));
  const missing = indexes.filter((index) => !existing.has(index.name)).map((index) => `index ${index.name}`);
  // The local database has neither streams nor time to live.
  if (!isLocal && stream && table?.StreamSpecification?.StreamViewType !== stream) missing.push(`stream ${stream}`);
  if (!isLocal && timeToLive && (await timeToLiveOf(client, name)) !== timeToLive)
    missing.push(`time to live on ${timeToLive}`);
  const withoutParts = missing.length === 0 ? '' : `, without ${missing.join(', ')}`;
  const isComplete = table?.TableStatus === 'ACTIVE' && missing.length === 0;
  return verdict(isComplete, `${name} is ${table?.TableStatus}${withoutParts}.`);
};

/** Every stage switches point-in-time recovery on, but a table that was restored or made by hand does not have it. */
const checkRecovery = async (client: DynamoDBClient, TableName: string): Promise<Result> => {
  const { ContinuousBackupsDescription: backups } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  );
  const status = backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus ?? 'unknown';
  return verdict(status === 'ENABLED', `Point-in-time recovery of ${TableName}: ${status}.`);
};

/**
 * Finds unprotected tables among protected ones: a restored table loses its protection from deletion. Accepts a stage with no
 * protected table at all, because no output of the stack says whether it has `protect`.
 */
const checkProtection = async (described: readonly DescribedTable[]): Promise<Result> => {
  const unprotected: string[] = [];
  for (const [, name, description] of described)
    if ((await description)?.DeletionProtectionEnabled !== true) unprotected.push(name);
  if (unprotected.length === 0) return verdict(true, 'All tables are protected from deletion.');
  if (unprotected.length === described.length) return verdict(true, 'No table is protected from deletion.');
  return verdict(false, `Not protected from deletion, unlike the others: ${unprotected.join(', ')}.`);
};

/** Secrets Manager still lists the versions of a deleted secret, but the functions cannot read them. */
const checkSecret = async ({ secrets, keySecret: SecretId }: Target): Promise<Result> => {
  const described = secrets.send(new DescribeSecretCommand({ SecretId }));
  const { DeletedDate } = await callAws('Secrets Manager', described);
  return verdict(
    !DeletedDate,
    `${SecretId} ${DeletedDate ? 'was deleted' : 'exists'}.`,
    `Run aws secretsmanager restore-secret --secret-id ${SecretId}.`,
  );
};

/** Reports the state and age of each key. An old key is only a warning, because it also fires an alarm. */
const checkKeys = async ({ database, tableNames, secrets, keySecret }: Target): Promise<Finding[]> => {
  const signingKey = makeKeySecret(secrets, keySecret);
  const publicKeys = makePublicKeyStore(database, tableNames.signingKeys);
  return (await listKeys({ signingKey, publicKeys }, Date.now())).map(({ keyId, status, publicKey, createdAt }) => {
    const days = ageInDays({ createdAt }, Date.now());
    const unpublished = publicKey === undefined ? ' Its public key is published with the next log-in.' : '';
    const message = `The ${status} key ${keyId} is in Secrets Manager, ${days} days old.${unpublished}`;
    const isOld = status === 'current' && days >= MAX_KEY_AGE_DAYS;
    return { check: 'signing key', ...verdictWithWarning(isOld, message, 'Rotate it with keys rotate.') };
  });
};

const API_TIMEOUT_MILLISECONDS = 5_000;

/** Checks that the local service's API is at its URL: it must respond with 400 to a log-in without credentials. */
const checkLocalApi = async (url: string): Promise<Result> => {
  const advice = 'Set PORT to the port after "Ready on" in the output of npm start.';
  try {
    const { status } = await fetch(`${url}/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(API_TIMEOUT_MILLISECONDS),
    });
    if (status === 400) return verdict(true, `The API is at ${url}.`);
    const answer = `POST /auth with an empty body gives ${status} instead of 400`;
    return verdict(false, `${url} is not the API of the service, or FAULTS are on: ${answer}.`, advice);
  } catch {
    return verdict(false, `Nothing responds at ${url}.`, advice);
  }
};

const checkVersion = (deployed: string): Result => {
  const { version } = packageDescription;
  return verdictWithWarning(
    deployed !== version,
    `Version ${deployed} is deployed.`,
    `This command line is ${version}. Use the command line of the deployed version or, if ${version} is newer, deploy it.`,
  );
};

/** The tables whose streams are read for each kind of delivery. */
const streamedTables = { pushes: ['bookings'], events: ['bookings', 'auditLog'] } as const;

type Check = readonly [name: string, find: () => Promise<Result | readonly Finding[]>];

/** Runs one check. An error becomes a finding that says what to do. */
const examine = async ([check, find]: Check, options: TargetOptions): Promise<readonly Finding[]> => {
  try {
    const found = await find();
    // A finding has its own name, which replaces that of the check.
    return [found].flat().map((result) => ({ check, ...result }));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // Failures of other services already name their service (`callAws`).
    return [{ check, ok: false, message: explainFailure(translateFailure('DynamoDB', error), options).message }];
  }
};

const deliveriesOf = ({ deliveries }: Target) =>
  (['pushes', 'events'] as const).flatMap((kind) => {
    const delivery = deliveries[kind];
    return delivery ? [[kind, delivery] as const] : [];
  });

const examineTarget = async (target: Target, options: TargetOptions): Promise<readonly Finding[]> => {
  const isLocal = options.stack === undefined;
  const { version } = target;
  const client = new DynamoDBClient(callBudgets.operator());
  try {
    // If the database cannot be reached, this call fails first, so that the failure is reported once and not for each table.
    if (isLocal) await client.send(new ListTablesCommand({ Limit: 1 }));
    const described = Object.entries(target.tableNames).map(([id, TableName]): DescribedTable => {
      const response = client.send(new DescribeTableCommand({ TableName }));
      return [id as TableId, TableName, response.then(({ Table }) => Table)];
    });
    // A table that cannot be described, or has no stream, gets its own finding.
    const streams = await Promise.all(
      described.map(async ([id, , table]) => ({ id, arn: (await table.catch(() => undefined))?.LatestStreamArn })),
    );
    const streamsOf = (ids: readonly TableId[]): string[] =>
      streams.filter(({ id }) => ids.includes(id)).flatMap(({ arn }) => arn ?? []);
    const localChecks: Check[] = [['api', () => checkLocalApi(localApiUrl(process.env))]];
    const stackChecks: Check[] = [
      ...described.map(([id, name]): Check => [`recovery ${id}`, () => checkRecovery(client, name)]),
      ['deletion protection', () => checkProtection(described)],
      ['secret', () => checkSecret(target)],
      ...deliveriesOf(target).flatMap(([kind, delivery]): Check[] => [
        [`${kind} stream`, () => checkMappings(delivery, streamsOf(streamedTables[kind]))],
        [`failed ${kind}`, () => checkFailures(kind, delivery)],
      ]),
    ];
    const checks: Check[] = [
      ...described.map((table): Check => [`table ${table[0]}`, () => checkTable(client, table, isLocal)]),
      ['signing key', () => checkKeys(target)],
      ...(isLocal ? localChecks : stackChecks),
    ];
    const found = await Promise.all(checks.map((check) => examine(check, options)));
    return [...(version === undefined ? [] : [{ check: 'version', ...checkVersion(version) }]), ...found.flat()];
  } finally {
    client.destroy();
  }
};

/** Checks what the command line and the service need. Changes nothing. @throws UsageError if the options name no service */
export const diagnose = (options: TargetOptions): Promise<readonly Finding[]> => {
  // The failure to connect becomes a finding too.
  const examineAll = async (): Promise<readonly Finding[]> => {
    const target = await resolveTarget(options);
    try {
      const found = await examineTarget(target, options);
      if (options.stack === undefined) return found;
      const message = `The stack ${options.stack} has all the outputs that are needed.`;
      return [{ check: 'connection', ok: true, message }, ...found];
    } finally {
      target.close();
    }
  };
  return examine(['connection', examineAll], options);
};
