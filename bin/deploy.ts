import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { readDeployArguments } from '../lib/aws/deployment/deploy-arguments.ts';
import { connectCloudFormation, readStacks, runCdk } from '../lib/aws/deployment/deployment-tools.ts';
import { runDeployment } from '../lib/aws/deployment/run-deployment.ts';

try {
  const deployArguments = readDeployArguments(process.argv.slice(2));
  const client = new CloudFormationClient(
    deployArguments.profile === undefined ? {} : { profile: deployArguments.profile },
  );
  process.exitCode = await runDeployment(deployArguments, {
    runCdk,
    readStacks,
    readDeployed: connectCloudFormation(client),
    print: (line) => console.error(line),
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
