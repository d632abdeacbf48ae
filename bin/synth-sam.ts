import { runCdk } from '../lib/aws/deployment/deployment-tools.ts';

// Makes the template for `sam local`. Its containers use this machine's processor type and call the local service, not AWS.
const context = {
  stage: 'dev',
  awsEndpointUrl: 'http://host.docker.internal:8000',
  architecture: process.arch === 'arm64' ? 'arm64' : 'x86_64',
};

const settings = Object.entries(context).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
process.exitCode = await runCdk(['synth', '--quiet', ...settings, '-o', 'cdk.out/sam']);
