import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createTables } from '../../../lib/local/create-tables.ts';
import type { TableDefinition } from '../../../shared/tables.ts';

/** To kill the database more often, run `KILLS=50 npm run jest -- test/unit/local/killed-database.test.ts`. */
const KILLS = Number(process.env['KILLS'] ?? 2);
const WRITERS = 8;
const TIMEOUT_MILLISECONDS = 30_000 * (KILLS + 1);
const server = join(import.meta.dirname, '../../support/serve-data-directory.ts');
const doors: TableDefinition = { partitionKey: { name: 'door', type: 'S' }, indexes: [] };

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'killed-database-'));
});
afterEach(() => rm(folder, { recursive: true }));

interface ServedDatabase {
  readonly process: ChildProcess;
  readonly client: DynamoDBClient;
  readonly database: DynamoDBDocumentClient;
}

const serve = async (): Promise<ServedDatabase> => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', server, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [endpoint] = (await once(createInterface(child.stdout), 'line')) as [string];
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
  const client = new DynamoDBClient({ endpoint, region: 'local', credentials, maxAttempts: 1 });
  return { process: child, client, database: DynamoDBDocumentClient.from(client) };
};

it(
  'A database that is killed amid writes still has every acknowledged write, and each transaction wholly or not at all',
  async () => {
    const acknowledged = new Map<string, number>();
    const pairs = new Set<string>();
    let started = 0;

    for (let kill = 0; kill <= KILLS; kill += 1) {
      const { process: child, client, database } = await serve();
      await createTables(client, { doors }, { doors: 'Doors' });
      const { Items = [] } = await database.send(new ScanCommand({ TableName: 'Doors' }));
      const found = new Map(Items.map(({ door, count }) => [door as string, count as number]));
      for (const [door, count] of acknowledged) expect(found.get(door)).toBeGreaterThanOrEqual(count);
      for (const pair of pairs) expect(found.has(`${pair} left`)).toBe(found.has(`${pair} right`));

      const enoughWrites = Promise.withResolvers<void>();
      let writes = 0;
      const acknowledge = (door: string, count: number): void => {
        acknowledged.set(door, count);
        writes += 1;
        if (writes === 40 + 7 * kill) enoughWrites.resolve();
      };
      const write = async (): Promise<never> => {
        for (;;) {
          started += 1;
          const door = `door ${started}`;
          const put = (name: string, count: number) => ({ TableName: 'Doors', Item: { door: name, count } });
          if (started % 2 === 0) {
            pairs.add(door);
            const doorPair = [`${door} left`, `${door} right`];
            await database.send(
              new TransactWriteCommand({ TransactItems: doorPair.map((name) => ({ Put: put(name, 1) })) }),
            );
            for (const name of doorPair) acknowledge(name, 1);
          } else {
            for (const count of [1, 2]) {
              await database.send(new PutCommand(put(door, count)));
              acknowledge(door, count);
            }
          }
        }
      };
      const writers = Array.from({ length: WRITERS }, () => write().catch(() => undefined));
      await enoughWrites.promise;
      child.kill('SIGKILL');
      await Promise.all([once(child, 'exit'), ...writers]);
      client.destroy();
    }
    expect(acknowledged.size).toBeGreaterThan(KILLS * 40);
  },
  TIMEOUT_MILLISECONDS,
);
