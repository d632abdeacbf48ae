import { randomBytes } from 'node:crypto';
import { readOptions } from '../read-options.ts';
import { modes, runHistory, type Mode } from './history.ts';
import { startKillableService } from './killable-service.ts';

const HELP = `Usage: npm run test:faults -- [--mode ${modes.join('|')}] [--seed N] [--histories N]

Gates send check-ins in parallel while the service is killed and restarted, or its clock is moved. Then invariants are checked.
  --mode        runs only this mode
  --seed        the seed of the first history; a failure prints the seed that repeats it
  --histories   the number of histories of each mode, with consecutive seeds (default: 20)
AWS_ENDPOINT_URL_DYNAMODB names a DynamoDB to use, such as DynamoDB Local. Unlike the embedded one, it is not killed.
Exit code 1 if an invariant was broken.`;

const { values } = readOptions(HELP, {
  mode: { type: 'string' },
  seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  histories: { type: 'string', default: '20' },
});

/** Read here, because the stores change the variable later. */
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
      console.log(`  To repeat: npm run test:faults -- --mode ${mode} --seed ${seed + index} --histories 1`);
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

const runAll = async (): Promise<number> => {
  const wanted = modes.filter((mode) => values.mode === undefined || mode === values.mode);
  if (wanted.length === 0) throw new Error(`--mode must be one of ${modes.join(', ')}`);
  const [seed, histories] = [Number(values.seed), Number(values.histories)];
  // Without a history, the run would pass and have shown nothing.
  if (!Number.isSafeInteger(seed) || !(histories >= 1)) throw new Error('--seed and --histories must be whole numbers');
  let failed = 0;
  for (const mode of wanted) failed += await run(mode, seed, histories);
  return failed;
};

process.exit((await runAll()) > 0 ? 1 : 0);
