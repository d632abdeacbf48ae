import { spawnSync } from 'node:child_process';
import { readOptions } from './read-options.ts';

readOptions(`Usage: AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8001 npx node test/tools/run-on-dynamodb-local.ts

Runs the tests of the stores and of the check-in rule on another DynamoDB than the embedded one.`);

const url = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
if (!url) {
  console.error(
    'Not run: set AWS_ENDPOINT_URL_DYNAMODB to the URL of a DynamoDB, such as http://127.0.0.1:8001 for DynamoDB Local.',
  );
  process.exit(1);
}
const { status } = spawnSync('npm', ['run', '--silent', 'jest', '--', 'test/contract'], { stdio: 'inherit' });
process.exit(status ?? 1);
