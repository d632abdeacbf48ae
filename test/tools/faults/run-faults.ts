import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readWholeNumber } from '../../support/read-whole-number.ts';
import { modes, runHistory, type Mode } from './history.ts';
import { startKillableService } from './killable-service.ts';
import { sabotages } from './sabotages.ts';

const HELP = `Usage: npm run test:faults -- [--mode ${modes.join('|')}] [--seed N] [--histories N] [--self-check]

Gates send check-ins at once, while the service is killed and started again, or its clock is moved; then the invariants are checked.
  --mode        one mode only
  --seed        the seed of the first history; a failure prints it
  --histories   how many of each mode, with consecutive seeds (20)
  --self-check  removes one protection of the service after another, which must break an invariant
AWS_ENDPOINT_URL_DYNAMODB names a DynamoDB to use, such as DynamoDB Local, which is not killed; else the embedded one is killed too.
Exit code 1 if an invariant was broken, or a removed protection was not noticed.`;

const { values } = parseArgs({
  options: {
    mode: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    histories: { type: 'string', default: '20' },
    'self-check': { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

/** Read here, because the stores change it. */
const databaseUrl = process.env['AWS_ENDPOINT_URL_DYNAMODB'];

/** @returns how many histories broke an invariant */
const run = async (mode: Mode, seed: number, histories: number): Promise<number> => {
  // DynamoDB Local keeps separate data for each access key.
  if (databaseUrl !== undefined)
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: `faults${randomBytes(8).toString('hex')}`,
      AWS_SECRET_ACCESS_KEY: 'faults',
    });
  const service = await startKillableService(databaseUrl);
  const sum = { histories: 0, broken: 0, requests: 0, withoutResponse: 0, checkedIn: 0 };
  for (let index = 0; index < histories; index += 1) {
    const { violations, requests, withoutResponse, checkedIn } = await runHistory(service, mode, seed + index);
    for (const { invariant, detail } of violations) console.log(`BROKEN: ${invariant}\n    ${detail}`);
    if (violations.length > 0)
      console.log(`  again: npm run test:faults -- --mode ${mode} --seed ${seed + index} --histories 1`);
    sum.histories += 1;
    sum.broken += Number(violations.length > 0);
    sum.requests += requests;
    sum.withoutResponse += withoutResponse;
    sum.checkedIn += checkedIn;
  }
  await service.stop();
  console.log(`${mode} from seed ${seed}: ${JSON.stringify(sum)}`);
  return sum.broken;
};

/** Removes each protection in turn. @returns how many removals the bench did not notice */
const selfCheck = (): number => {
  const loader = ['--disable-warning=ExperimentalWarning', '--import', join(import.meta.dirname, 'sabotage.ts')];
  const unnoticed = Object.entries(sabotages).filter(([name, { mode, breaks }]) => {
    const words = [import.meta.filename, '--mode', mode, '--seed', '9000', '--histories', '10'];
    const env = { ...process.env, SABOTAGE: name };
    const { stdout } = spawnSync(process.execPath, [...loader, ...words], { env, encoding: 'utf8' });
    const isNoticed = stdout.includes(`BROKEN: ${breaks}\n`);
    console.log(`${isNoticed ? 'noticed' : 'NOT NOTICED'}: ${name}`);
    return !isNoticed;
  });
  return unnoticed.length;
};

const runAll = async (): Promise<number> => {
  const wanted = modes.filter((mode) => values.mode === undefined || mode === values.mode);
  if (wanted.length === 0) throw new Error(`--mode must be one of ${modes.join(', ')}`);
  let failed = 0;
  const [seed, histories] = [
    readWholeNumber('--seed', values.seed, 0),
    readWholeNumber('--histories', values.histories, 1),
  ];
  for (const mode of wanted) failed += await run(mode, seed, histories);
  return failed;
};

if (values.help) console.log(HELP);
else process.exit((values['self-check'] ? selfCheck() : await runAll()) > 0 ? 1 : 0);
