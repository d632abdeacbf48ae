import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeChecks, type Checks } from '../deploy/checks.ts';
import { changeIndex } from './drills/change-index.ts';
import { runSideBySide } from './drills/side-by-side.ts';
import { upgradeStack } from './drills/stack.ts';
import { upgradeAndRollBack } from './drills/roll-back.ts';

const HELP = `npm run test:upgrade [-- DRILL …]

Upgrades version 1.0, with its own code from this repository's history, to this version:
  rollBack       upgrades, returns to version 1.0, and upgrades again
  sideBySide     both versions run at the same time on the same tables
  stack          upgrades a stack in moto, and returns to version 1.0; needs what npm run test:deploy needs
  changeIndex    the written procedure to change an index, while the service is in use; needs DynamoDB Local

Without names: rollBack and sideBySide. On the embedded database, or on the one that AWS_ENDPOINT_URL_DYNAMODB names, such as
DynamoDB Local, which must be empty. MOTO_PORT (3211): for stack.

moto does not simulate: an index that is being created and refuses queries meanwhile, how long that takes, the order of
CloudFormation's changes and its rollback, traffic that moves between versions, a second upgrade (moto does not create a removed
resource again).`;

export interface DrillContext {
  /** An empty folder for this drill only. */
  readonly folder: string;
  /** For the local services: data directory and database. */
  readonly settings: Readonly<Record<string, string>>;
  readonly checks: Checks;
}

export type Drill = (context: DrillContext) => Promise<void>;

const drills: Readonly<Record<string, Drill>> = {
  rollBack: upgradeAndRollBack,
  sideBySide: runSideBySide,
  stack: upgradeStack,
  changeIndex,
};

const external = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
const database = external !== undefined && {
  AWS_ENDPOINT_URL_DYNAMODB: external,
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
};

const runDrill = async (name: string, checks: Checks): Promise<void> => {
  const began = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-drill-'));
  console.log(name);
  try {
    await (drills[name] as Drill)({ folder, settings: { DATA_DIR: folder, ...database }, checks });
  } catch (error) {
    checks.check('the drill ran to its end', false, String(error));
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log(`      ${Math.round((Date.now() - began) / 1000)} s`);
};

const main = async (words: readonly string[]): Promise<number> => {
  const names = words.length > 0 ? words : ['rollBack', 'sideBySide'];
  const unknown = names.filter((name) => !Object.hasOwn(drills, name));
  if (unknown.length > 0) {
    console.log(HELP);
    return words.includes('--help') ? 0 : 2;
  }
  const checks = makeChecks(console.log);
  for (const name of names) await runDrill(name, checks);
  const failed = checks.failures.length;
  console.log(`${failed ? 'FAILED' : 'PASSED'}: ${checks.count() - failed} of ${checks.count()} checks`);
  return failed ? 1 : 0;
};

process.exitCode = await main(process.argv.slice(2));
