import { join } from 'node:path';
import {
  GetAliasCommand,
  LambdaClient,
  ListFunctionsCommand,
  ListVersionsByFunctionCommand,
  UpdateAliasCommand,
} from '@aws-sdk/client-lambda';
import { mustRun, npmDeploy, STACK } from '../cdk-commands.ts';
import type { LifecycleEnvironment } from '../drills.ts';
import { runCommand } from '../../processes.ts';

/** Rolls back a release with one command: once after the release, and once while traffic is still being shifted to it. */
export const rollBackRelease = async ({ moto, deployer, folder, checks }: LifecycleEnvironment): Promise<void> => {
  const { check } = checks;
  const assembly = join(folder, 'release.out');
  const lambda = new LambdaClient(moto.client);
  const { Functions = [] } = await lambda.send(new ListFunctionsCommand({}));
  const auth = Functions.find(({ FunctionName }) => FunctionName?.includes('AuthFunction'))?.FunctionName ?? '';
  const readAlias = () => lambda.send(new GetAliasCommand({ FunctionName: auth, Name: 'live' }));
  const rollback = () => runCommand(process.execPath, ['bin/rollback.ts', '--stack', STACK], moto.environment);

  const before = await readAlias();
  await mustRun(checks, 'a release', npmDeploy(deployer, assembly, '-c', 'accessTokenSeconds=1800'));
  const released = await readAlias();
  check('… moves the alias', released.FunctionVersion !== before.FunctionVersion, released);
  const { Versions = [] } = await lambda.send(new ListVersionsByFunctionCommand({ FunctionName: auth }));
  const isKept = Versions.some(({ Version }) => Version === before.FunctionVersion);
  check(
    '… and keeps the earlier version',
    isKept,
    Versions.map(({ Version }) => Version),
  );

  const firstOutput = await mustRun(checks, 'npm run rollback', rollback());
  check('… moves the alias back', (await readAlias()).FunctionVersion === before.FunctionVersion, firstOutput);
  check(
    '… leaves alone a function that the release did not change',
    !firstOutput.includes('AdminFunction'),
    firstOutput,
  );
  const secondOutput = await mustRun(checks, 'npm run rollback again', rollback());
  check(
    '… moves the alias no further back',
    (await readAlias()).FunctionVersion === before.FunctionVersion,
    secondOutput,
  );

  const RoutingConfig = { AdditionalVersionWeights: { [released.FunctionVersion ?? '']: 0.1 } };
  await lambda.send(new UpdateAliasCommand({ FunctionName: auth, Name: 'live', RoutingConfig }));
  await mustRun(checks, 'npm run rollback while the new version gets 10 % of the traffic', rollback());
  const stopped = await readAlias();
  const weights = Object.keys(stopped.RoutingConfig?.AdditionalVersionWeights ?? {});
  check(
    '… stops the traffic shift',
    weights.length === 0 && stopped.FunctionVersion === before.FunctionVersion,
    stopped,
  );
  lambda.destroy();

  const allAtOnce = npmDeploy(deployer, assembly, '-c', 'trafficShift=AllAtOnce');
  await mustRun(checks, 'a deployment of the earlier settings, with all traffic at once', allAtOnce);
};
