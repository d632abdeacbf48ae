import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { readDeployArguments } from '../lib/aws/deployment/deploy-arguments.ts';
import { connectCloudFormation, readStacks, runCdk } from '../lib/aws/deployment/deployment-tools.ts';
import { runDeployment } from '../lib/aws/deployment/run-deployment.ts';

try {
  const words = readDeployArguments(process.argv.slice(2));
  const client = new CloudFormationClient(words.profile === undefined ? {} : { profile: words.profile });
  process.exitCode = await runDeployment(words, {
    runCdk,
    readStacks,
    readDeployed: connectCloudFormation(client),
    print: (line) => console.error(line),
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
