import { STSClient } from '@aws-sdk/client-sts';
import { deployHelp, readDeployArguments } from '../lib/aws/deployment/deploy-arguments.ts';
import { connectCloudFormation, readStacks, runCdk } from '../lib/aws/deployment/deployment-tools.ts';
import { runDeployment } from '../lib/aws/deployment/run-deployment.ts';
import { explainAwsError } from '../lib/cli/explain-failure.ts';

const deploy = async (options: readonly string[]): Promise<number> => {
  const deployArguments = readDeployArguments(options);
  const { profile } = deployArguments;
  const client = new STSClient(profile === undefined ? {} : { profile });
  // A missing region or missing credentials are reported before the synthesis, which is slow.
  await client.config.region();
  await client.config.credentials();
  return runDeployment(deployArguments, {
    runCdk,
    readStacks,
    readDeployed: connectCloudFormation(client),
    print: (line) => console.error(line),
  });
};

const options = process.argv.slice(2);
const help = deployHelp(options);
if (help === undefined) {
  process.exitCode = await deploy(options).catch((error: unknown) => {
    console.error(error instanceof Error ? (explainAwsError(error) ?? error).message : error);
    return 1;
  });
} else {
  console.log(help);
}
