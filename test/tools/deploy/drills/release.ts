import { join } from 'node:path';
import { GetAliasCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { deploy, mustRun } from '../cdk-commands.ts';
import type { DrillContext } from '../drill-context.ts';

/** Deploys another release, and rolls it back with the commands of the runbook. */
export const releaseAndRollBack = async (context: DrillContext): Promise<void> => {
  const { moto, deployer, folder, assembly, service, checks, followRunbook } = context;
  const lambda = new LambdaClient(moto.client);
  const versionOf = async (name: string) => {
    const { functionName: FunctionName } = service.functions.find((each) => each.name === name) ?? {};
    return (await lambda.send(new GetAliasCommand({ FunctionName, Name: 'live' }))).FunctionVersion;
  };
  const before = await versionOf('auth');
  const since = new Date().toISOString();
  await mustRun(checks, 'a release', deploy(deployer, join(folder, 'release'), '-c', 'accessTokenSeconds=1800'));
  const released = await versionOf('auth');
  checks.check('… moves the alias of a function that it changes', released !== before, { before, released });
  // Steps 3 and 4 are the deployment below.
  const overrides = 'git() { exit 0; }';
  await followRunbook('Wrong deployment', { SINCE: since, COMMIT: 'HEAD' }, overrides);
  checks.equal('… and move the alias back', await versionOf('auth'), before);
  lambda.destroy();
  await mustRun(checks, 'the earlier release again', deploy(deployer, assembly, '-c', 'trafficShift=AllAtOnce'));
};
