import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  ScanCommand,
  type AttributeValue,
  type CreateTableCommandInput,
} from '@aws-sdk/client-dynamodb';
import { openStores } from '../../lib/cli/connection/open-stores.ts';
import { startEmbeddedDatabase } from '../../lib/local/embedded-database.ts';
import { tables } from '../../shared/tables.ts';
import { get, post, runService, type RunningService, type TokenSet } from '../support/running-service.ts';
import { runJson } from '../unit/cli/run-command.ts';

type Item = Record<string, AttributeValue>;

interface Recording {
  readonly recordedAt: number;
  readonly clientId: string;
  readonly secrets: Readonly<Record<'older' | 'newer', string>>;
  readonly closed: string;
  readonly tokens: Readonly<Record<'first' | 'second', TokenSet>>;
  readonly checkin: { readonly idempotencyKey: string; readonly request: object; readonly response: object };
  readonly signingKeys: object;
  readonly tables: Readonly<Record<string, Item[]>>;
}

const support = join(import.meta.dirname, '../support');
const readJson = async <Value>(file: string) => JSON.parse(await readFile(file, 'utf8')) as Value;

interface TableResource {
  readonly Type: string;
  readonly Properties: Omit<CreateTableCommandInput, 'TableName'>;
}

let recording: Recording;
let folder: string;
let service: RunningService;
let client: DynamoDBClient;

const connect = (endpoint: string) =>
  new DynamoDBClient({ endpoint, region: 'local', credentials: { accessKeyId: 'any', secretAccessKey: 'any' } });

/** The tables of version 1.0's template, with items that version 1.0 wrote. */
const makeVersion10 = async (path: string): Promise<void> => {
  const { Resources } = await readJson<{ Resources: Record<string, TableResource> }>(
    join(import.meta.dirname, '../infra/stack-1.0.json'),
  );
  const resources = Object.entries(Resources).filter(([, { Type }]) => Type === 'AWS::DynamoDB::Table');
  const database = await startEmbeddedDatabase({ port: 0, path });
  const old = connect(database.url);
  for (const [TableName, items] of Object.entries(recording.tables)) {
    const [, resource] = resources.find(([id]) => id.startsWith(`Tables${TableName}`)) ?? [];
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } = resource?.Properties ?? {};
    const properties = { AttributeDefinitions, KeySchema, ...(GlobalSecondaryIndexes && { GlobalSecondaryIndexes }) };
    await old.send(new CreateTableCommand({ TableName, BillingMode: 'PAY_PER_REQUEST', ...properties }));
    let status: string | undefined;
    while (status !== 'ACTIVE') status = (await old.send(new DescribeTableCommand({ TableName }))).Table?.TableStatus;
    for (const Item of items) await old.send(new PutItemCommand({ TableName, Item }));
  }
  old.destroy();
  await database.stop();
};

const readItems = async (TableName: string): Promise<Item[]> =>
  (await client.send(new ScanCommand({ TableName }))).Items ?? [];

/** The items of each table right after the start, before a test changes them. */
const afterStart = new Map<string, Item[]>();

const toSortedTexts = (items: readonly Item[]) =>
  items
    .map((item) =>
      JSON.stringify(
        Object.fromEntries(
          Object.keys(item)
            .toSorted()
            .map((name) => [name, item[name]]),
        ),
      ),
    )
    .toSorted();

beforeAll(async () => {
  recording = await readJson<Recording>(join(support, 'version-1.0.json'));
  folder = await mkdtemp(join(tmpdir(), 'upgrade-'));
  await writeFile(join(folder, 'signing-keys.json'), JSON.stringify(recording.signingKeys));
  await makeVersion10(join(folder, 'database'));
  // A few seconds after the recording, when its tokens are valid and used refresh tokens are within their grace period.
  mock.timers.enable({ apis: ['Date'], now: recording.recordedAt + 5_000 });
  service = await runService({ DATA_DIR: folder });
  client = connect(service.databaseUrl);
  for (const name of Object.keys(recording.tables)) afterStart.set(name, await readItems(name));
});
afterAll(async () => {
  mock.timers.reset();
  client.destroy();
  await service.stop();
  await rm(folder, { recursive: true });
});

const admin = async (...words: string[]) => runJson(await openStores({ local: true }), words);
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const refresh = (token: string) => get(`${service.url}/auth/refresh-token`, bearer(token));

describe('The tables of version 1.0, with items that version 1.0 wrote,', () => {
  it('get the indexes of this version, and keep every item as it is', async () => {
    for (const [id, { indexes }] of Object.entries(tables)) {
      const TableName = id.charAt(0).toUpperCase() + id.slice(1);
      const { Table } = await client.send(new DescribeTableCommand({ TableName }));
      const names = Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => String(IndexName)) ?? [];
      expect(names.toSorted()).toEqual(indexes.map(({ name }): string => name).toSorted());
      const items = recording.tables[TableName] ?? [];
      expect(toSortedTexts(afterStart.get(TableName) ?? [])).toEqual(toSortedTexts(items));
    }
  });

  it('get the attributes of the indexes from the backfill, which can be repeated', async () => {
    const bookings = recording.tables['Bookings']?.length;
    expect((await admin('bookings', 'backfill')).value).toEqual({ read: bookings, written: bookings });
    expect((await admin('bookings', 'backfill')).value).toEqual({ read: bookings, written: 0 });
    const opens = new Date(recording.recordedAt - 2 * 60 * 60_000);
    const { value } = await admin('attendance', '--company', 'acme', '--day', opens.toISOString().slice(0, 10));
    expect(value).toMatchObject({ totals: { booked: 3, checkedIn: 2 } });
  });

  it('list the clients and users of a company', async () => {
    const { value: clients } = await admin('clients', 'list', '--company', 'acme');
    expect(clients).toMatchObject([
      { name: 'Gate 1', enabled: true, scopes: ['checkin'] },
      { name: 'Closed', enabled: false },
    ]);
    const { value: users } = await admin('users', 'list', '--company', 'acme');
    expect(users).toMatchObject([{ id: 42, email: 'ada@example.com' }, { id: 43 }]);
  });
});

describe('A client of version 1.0', () => {
  it('checks in with its access token', async () => {
    const { first, second } = recording.tokens;
    for (const { accessToken } of [first, second]) {
      const body = { uid: 'badge-42', date: new Date(recording.recordedAt).toISOString() };
      const { status } = await post(`${service.url}/scheduling/checkin`, body, bearer(accessToken));
      expect(status).toBe(200);
    }
  });

  it('gets the response of version 1.0 for a request that it repeats', async () => {
    const { idempotencyKey, request, response } = recording.checkin;
    const headers = { ...bearer(recording.tokens.first.accessToken), 'Idempotency-Key': idempotencyKey };
    const repeated = await post(`${service.url}/scheduling/checkin`, request, headers);
    expect(repeated.status).toBe(200);
    expect(repeated.body).toEqual(response);
  });

  it('gets the successors of its refresh tokens, byte for byte if version 1.0 made them', async () => {
    const { first, second } = recording.tokens;
    expect((await refresh(first.refreshToken)).body).toEqual(second);
    const third = await refresh(second.refreshToken);
    expect(third.status).toBe(200);
    expect((await refresh(second.refreshToken)).body).toEqual(third.body);
    expect((await refresh(first.refreshToken)).body).toEqual(second);
  });

  it('logs in with both of its secrets, unless it was disabled', async () => {
    const { clientId, secrets, closed } = recording;
    for (const clientSecret of Object.values(secrets))
      expect((await post(`${service.url}/auth`, { clientId, clientSecret })).status).toBe(201);
    const refused = await post(`${service.url}/auth`, { clientId: closed, clientSecret: secrets.newer });
    expect(refused.status).toBe(401);
  });
});
