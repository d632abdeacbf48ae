import { parseArgs } from 'node:util';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { rollBack } from '../lib/aws/deployment/roll-back.ts';
import { explainAwsError } from '../lib/cli/explain-failure.ts';

const HELP = `Immediately moves all traffic of the service's and the console's functions back to the previous release.

npm run rollback -- --stack STACK [--dry-run]

  --stack STACK  the service's stack, such as checkin-prod
  --dry-run      only show what would move

Then deploy the last good commit with -c trafficShift=AllAtOnce; see docs/runbooks.md, "Wrong deployment".`;

const main = async (words: string[]): Promise<number> => {
  const { values } = parseArgs({
    args: words,
    options: { stack: { type: 'string' }, 'dry-run': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  const { stack, 'dry-run': isDryRun = false } = values;
  if (values.help || stack === undefined) {
    console.log(HELP);
    return values.help ? 0 : 2;
  }
  const clients = { cloudFormation: new CloudFormationClient({}), lambda: new LambdaClient({}) };
  const moves = await rollBack(clients, stack, isDryRun);
  for (const { functionName, from, to } of moves) {
    console.log(`${functionName}: version ${from} → ${to}${isDryRun ? ' (dry run)' : ''}`);
  }
  if (moves.length === 0)
    console.log('Nothing to move: there is no earlier version, or the earlier version already has the traffic.');
  return 0;
};

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? (explainAwsError(error) ?? error).message : error);
  return 1;
});
