import { join } from 'node:path';
import {
  GetAliasCommand,
  LambdaClient,
  ListFunctionsCommand,
  ListVersionsByFunctionCommand,
  UpdateAliasCommand,
} from '@aws-sdk/client-lambda';
import { mustRun, npmDeploy, STACK } from '../cdk-commands.ts';
import type { Deployment } from '../drill-context.ts';
import { runCommand } from '../../processes.ts';

/** Rolls back a release with one command: once after the release, and once while traffic is still being shifted to it. */
export const rollBackRelease = async ({ moto, deployer, folder, checks }: Deployment): Promise<void> => {
  const { check, equal } = checks;
  const assembly = join(folder, 'release.out');
  const lambda = new LambdaClient(moto.client);
  const { Functions = [] } = await lambda.send(new ListFunctionsCommand({}));
  const auth = Functions.find(({ FunctionName }) => FunctionName?.includes('AuthFunction'))?.FunctionName ?? '';
  const readAlias = () => lambda.send(new GetAliasCommand({ FunctionName: auth, Name: 'live' }));
  const readVersion = async () => (await readAlias()).FunctionVersion;
  const rollback = () => runCommand(process.execPath, ['bin/rollback.ts', '--stack', STACK], moto.environment);

  const before = await readVersion();
  await mustRun(checks, 'a release', npmDeploy(deployer, assembly, '-c', 'accessTokenSeconds=1800'));
  const released = await readVersion();
  check('… moves the alias', released !== before, released);
  const { Versions = [] } = await lambda.send(new ListVersionsByFunctionCommand({ FunctionName: auth }));
  const versions = Versions.map(({ Version }) => Version);
  check('… and keeps the earlier version', versions.includes(before), versions);

  const output = await mustRun(checks, 'npm run rollback', rollback());
  equal('… moves the alias back', await readVersion(), before);
  check('… leaves alone a function that the release did not change', !output.includes('AdminFunction'), output);
  await mustRun(checks, 'npm run rollback again', rollback());
  equal('… moves the alias no further back', await readVersion(), before);

  const RoutingConfig = { AdditionalVersionWeights: { [released ?? '']: 0.1 } };
  await lambda.send(new UpdateAliasCommand({ FunctionName: auth, Name: 'live', RoutingConfig }));
  await mustRun(checks, 'npm run rollback while the new version gets 10 % of the traffic', rollback());
  const { FunctionVersion, RoutingConfig: stopped } = await readAlias();
  const weights = Object.keys(stopped?.AdditionalVersionWeights ?? {});
  equal('… stops the traffic shift', [FunctionVersion, weights], [before, []]);
  lambda.destroy();

  const allAtOnce = npmDeploy(deployer, assembly, '-c', 'trafficShift=AllAtOnce');
  await mustRun(checks, 'a deployment of the earlier settings, with all traffic at once', allAtOnce);
};
