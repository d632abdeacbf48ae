import { runCdk } from '../lib/aws/deployment/deployment-tools.ts';

// Makes the template for SAM's containers: for this machine's processor, with the local service in place of AWS.
const context = {
  stage: 'dev',
  awsEndpointUrl: 'http://host.docker.internal:8000',
  architecture: process.arch === 'arm64' ? 'arm64' : 'x86_64',
};

const settings = Object.entries(context).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
process.exitCode = await runCdk(['synth', '--quiet', ...settings, '-o', 'cdk.out/sam']);
