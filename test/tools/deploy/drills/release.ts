import { join } from 'node:path';
import { GetAliasCommand, LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { deploy, mustRun } from '../cdk-commands.ts';
import { runDocumented } from '../documented-commands.ts';
import type { DrillContext } from '../drill-context.ts';

/** Deploys another release, and rolls it back with the commands of the runbook. */
export const releaseAndRollBack = async (context: DrillContext): Promise<void> => {
  const { moto, deployer, folder, checks } = context;
  const assembly = join(folder, 'release.out');
  const lambda = new LambdaClient(moto.client);
  const { Functions = [] } = await lambda.send(new ListFunctionsCommand({}));
  const versionOf = async (name: string) => {
    const found = Functions.find(({ FunctionName }) => FunctionName?.includes(`${name}Function`));
    const alias = await lambda.send(new GetAliasCommand({ FunctionName: found?.FunctionName, Name: 'live' }));
    return alias.FunctionVersion;
  };
  const versions = async () => [await versionOf('Auth'), await versionOf('Admin')];
  const before = await versions();
  const since = new Date().toISOString();
  await mustRun(checks, 'a release', deploy(deployer, assembly, '-c', 'accessTokenSeconds=1800'));
  const released = await versions();
  checks.equal('… moves the alias of each function that it changes', released[1], before[1]);
  checks.check('… to a new version', released[0] !== before[0], { before, released });
  const followed = await runDocumented(context, {
    file: 'docs/runbooks.md',
    section: 'Wrong deployment',
    variables: { SINCE: since, COMMIT: 'HEAD' },
    // What follows the rollback is not needed here.
    overrides: 'git() { exit 0; }',
  });
  checks.check('the commands of the runbook succeed', followed.code === 0, followed.stderr + followed.stdout);
  checks.equal('… and move the alias back', await versions(), before);
  lambda.destroy();
  await mustRun(
    checks,
    'a deployment of the earlier settings',
    deploy(deployer, assembly, '-c', 'trafficShift=AllAtOnce'),
  );
};
