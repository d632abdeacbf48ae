import { readOptions } from '../read-options.ts';
import { runHistory } from './history.ts';
import { startKillableService } from './killable-service.ts';

const HELP = `Usage: npm run test:faults -- [--seed N] [--histories N]

Gates send check-ins in parallel while the service and its database are killed and restarted. Then invariants are checked.
  --seed        the seed of the first history; a failure prints the seed that repeats it
  --histories   the number of histories, with consecutive seeds (default: 20)
Exit code 1 if an invariant was broken.`;

const { values } = readOptions(HELP, {
  seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  histories: { type: 'string', default: '20' },
});
const [firstSeed, histories] = [Number(values.seed), Number(values.histories)];
// Without a history, the run would pass and have shown nothing.
if (!Number.isSafeInteger(firstSeed) || !(histories >= 1)) throw new Error('--seed and --histories are whole numbers');

const service = await startKillableService();
const sum = { histories: 0, broken: 0, requests: 0, withoutResponse: 0, checkedIn: 0 };
for (let seed = firstSeed; seed < firstSeed + histories; seed += 1) {
  const { violations, requests, withoutResponse, checkedIn } = await runHistory(service, seed);
  for (const { invariant, detail } of violations) console.log(`BROKEN: ${invariant}\n    ${detail}`);
  if (violations.length > 0) console.log(`  To repeat: npm run test:faults -- --seed ${seed} --histories 1`);
  sum.histories += 1;
  sum.broken += Number(violations.length > 0);
  sum.requests += requests;
  sum.withoutResponse += withoutResponse;
  sum.checkedIn += checkedIn;
}
await service.stop();
console.log(`from seed ${firstSeed}: ${JSON.stringify(sum)}`);
process.exit(sum.broken > 0 ? 1 : 0);
