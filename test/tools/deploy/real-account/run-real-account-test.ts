import { mustRun } from '../cdk-commands.ts';
import { runTool } from '../../run-tool.ts';
import { checksByNumber, deploy, destroy, openStage } from './checks.ts';

const HELP = `Usage: npx node test/tools/deploy/real-account/run-real-account-test.ts --yes

Deploys the stage dev into the AWS account of your credentials, does the checks of docs/deployment.md that need no person, and
destroys it again. Needs an account of its own, bootstrapped for the CDK, and the AWS CLI. Nobody has run it yet.`;

await runTool({
  help: HELP,
  options: { yes: { type: 'boolean' } },
  run: async ({ checks, folder, defer, values }) => {
    if (values['yes'] !== true) throw new Error('It destroys the stack checkin-dev of the account: add --yes.');
    await mustRun(checks, 'npx cdk deploy', deploy());
    defer(() => mustRun(checks, 'npx cdk destroy', destroy()));
    const stage = await openStage({ checks, folder });
    for (const [number, check] of Object.entries(checksByNumber)) {
      if (typeof check === 'string') console.log(`by hand: ${number}. ${check}`);
      else await checks.attempt(`check ${number}`, () => check(stage, { checks, folder }));
    }
  },
});
