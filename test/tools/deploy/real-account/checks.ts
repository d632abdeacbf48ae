import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { readRunbooks } from '../../../service/read-runbooks.ts';
import { runCommand, type Outcome } from '../../processes.ts';
import type { Checks } from '../../run-tool.ts';
import { openCompany } from '../../drive-api/company.ts';
import { makeSender } from '../../drive-api/send.ts';

/** The deployed stage. Its stack is destroyed before and after the test, so it needs an account of its own. */
export const SETTINGS = { stage: 'dev' } as const;
const STACK = `checkin-${SETTINGS.stage}`;

interface Run {
  readonly checks: Checks;
  readonly folder: string;
}

const context = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
const npx = (...words: string[]): Promise<Outcome> => runCommand('npx', words, process.env);
export const deploy = (...words: string[]) => npx('cdk', 'deploy', ...context, '--require-approval', 'never', ...words);
export const destroy = () => npx('cdk', 'destroy', ...context, '--force');

const shell = (script: string): Promise<Outcome> =>
  runCommand('bash', ['--norc', '-euo', 'pipefail', '-c', script], { ...process.env, STACK, AWS_PAGER: '' });

const readOutputs = async (): Promise<Readonly<Record<string, string>>> => {
  const client = new CloudFormationClient({});
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: STACK }));
  client.destroy();
  return Object.fromEntries(stack?.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]) ?? []);
};

/** Opens the deployed stage: its outputs, and a company with people. */
export const openStage = async ({ checks, folder }: Run) => {
  const outputs = await readOutputs();
  const tryAdmin = (...words: string[]) =>
    runCommand('npm', ['run', '-s', 'admin', '--', ...words, '--stack', STACK, '--json'], process.env);
  const { send } = makeSender(outputs['ApiUrl'] ?? '');
  const company = await openCompany({ checks, folder, service: { send, stopEnvironments: async () => {} }, tryAdmin });
  return { ...company, outputs, send, tryAdmin };
};

type Stage = Awaited<ReturnType<typeof openStage>>;

const succeeds = async ({ checks }: Stage, what: string, command: Promise<Outcome>): Promise<string> => {
  const { code, stdout, stderr } = await command;
  checks.check(what, code === 0, stderr + stdout);
  return stdout;
};

/** Deploys a template in which the key of a table differs, which CloudFormation could do only by replacing the table. */
const replaceTable = async (folder: string): Promise<Outcome> => {
  const { stdout } = await shell(
    'aws cloudformation get-template --stack-name "$STACK" --output json --query TemplateBody',
  );
  const template = JSON.parse(stdout) as {
    Resources: Record<string, { Type: string; Properties: { KeySchema?: object[] } }>;
  };
  const table = Object.values(template.Resources).find(
    ({ Type, Properties }) => Type === 'AWS::DynamoDB::Table' && Properties.KeySchema?.length === 2,
  );
  table?.Properties.KeySchema?.pop();
  const file = join(folder, 'replaced.json');
  writeFileSync(file, JSON.stringify(template));
  return shell(
    `aws cloudformation deploy --stack-name "$STACK" --template-file "${file}" --capabilities CAPABILITY_IAM --s3-bucket "$(aws cloudformation describe-stack-resource --stack-name CDKToolkit --logical-resource-id StagingBucket --output text --query StackResourceDetail.PhysicalResourceId)" && exit 1
     aws cloudformation describe-stack-events --stack-name "$STACK" --output text --query 'StackEvents[].ResourceStatusReason' | grep -m 1 'stack policy'`,
  );
};

/** By the number in docs/deployment.md, "Check the first deployment". A text says why a person has to do it. */
export const checksByNumber: Readonly<Record<number, string | ((stage: Stage, run: Run) => Promise<unknown>)>> = {
  1: async (stage) => {
    const diff = await succeeds(stage, 'npx cdk diff', npx('cdk', 'diff', ...context, '--fail'));
    stage.checks.check('doctor finds no fault', (await stage.tryAdmin('doctor')).code === 0, diff);
  },
  2: async ({ checks, send }) => {
    const { body } = await send('GET /.well-known/jwks.json');
    const [key] = body['keys'] as Record<string, string>[];
    checks.equal(
      'the public key is published, without its private part',
      [key?.['crv'], key?.['d']],
      ['Ed25519', undefined],
    );
  },
  3: async ({ checks, send }) => {
    const { status, headers } = await send('POST /scheduling/checkin', { body: {} });
    checks.equal('without a token: 401, and a request id', [status, 'x-request-id' in headers], [401, true]);
  },
  4: async (stage) => {
    const { gate, outputs } = stage;
    const client = { SMOKE_CLIENT_ID: gate.clientId, SMOKE_CLIENT_SECRET: gate.clientSecret };
    const smoke = runCommand('npm', ['run', '-s', 'smoke', '--', outputs['ApiUrl'] ?? ''], {
      ...process.env,
      ...client,
    });
    await succeeds(stage, 'npm run smoke', smoke);
  },
  5: async (stage) => {
    const { outputs, send, gate, checks } = stage;
    const QUEUE = `${STACK}-pushes`;
    const queue = `aws sqs get-queue-url --queue-name ${QUEUE} --output text`;
    await succeeds(
      stage,
      'a queue is subscribed to the push topic',
      shell(`URL=$(aws sqs create-queue --queue-name ${QUEUE} --output text)
        ARN=$(aws sqs get-queue-attributes --queue-url "$URL" --attribute-names QueueArn --output text --query Attributes.QueueArn)
        aws sqs set-queue-attributes --queue-url "$URL" --attributes "{\\"Policy\\": \\"{\\\\\\"Statement\\\\\\": [{\\\\\\"Effect\\\\\\": \\\\\\"Allow\\\\\\", \\\\\\"Principal\\\\\\": {\\\\\\"Service\\\\\\": \\\\\\"sns.amazonaws.com\\\\\\"}, \\\\\\"Action\\\\\\": \\\\\\"sqs:SendMessage\\\\\\", \\\\\\"Resource\\\\\\": \\\\\\"$ARN\\\\\\"}]}\\"}"
        aws sns subscribe --topic-arn "${outputs['PushTopic']}" --protocol sqs --notification-endpoint "$ARN"`),
    );
    await send('POST /scheduling/checkin', { body: { id: 53, notify: true }, token: gate.token });
    const received = await shell(`aws sqs receive-message --queue-url "$(${queue})" --wait-time-seconds 20 --output text
      aws sqs delete-queue --queue-url "$(${queue})"`);
    checks.check('the push arrives within 20 seconds', received.stdout.includes('Desk 53'), received);
  },
  6: async (stage, { folder }) => {
    const set =
      'aws cloudformation set-stack-policy --stack-name "$STACK" --stack-policy-body file://lib/aws/stack-policy.json';
    await succeeds(stage, 'the stack policy is set', shell(set));
    await succeeds(stage, 'CloudFormation refuses to replace a table', replaceTable(folder));
  },
  7: 'An invitation, the second factor and a passkey need a mailbox and a browser.',
  8: 'The e-mail of an alarm needs a mailbox.',
  9: async (stage) => {
    const query = `aws cloudwatch describe-alarms --alarm-name-prefix "$STACK-" --state-value ALARM --output text --query 'MetricAlarms[].AlarmName'`;
    stage.checks.equal('no alarm is on', (await succeeds(stage, 'the alarms are read', shell(query))).trim(), '');
  },
  10: 'AWS Backup makes its first recovery point on the next day.',
  11: async (stage) => {
    const { send, gate, checks } = stage;
    const released = deploy('-c', 'memoryMegabytes=1536');
    const ended = released.then(({ code }) => code);
    const statuses = new Set<number>();
    const checkIn = async () =>
      (await send('POST /scheduling/checkin', { body: { id: 42 }, token: gate.token })).status;
    do statuses.add(await checkIn());
    while ((await Promise.race([ended, Promise.resolve(undefined)])) === undefined);
    await succeeds(stage, 'a release', released);
    checks.equal('no request fails during a release', [...statuses], [200]);
  },
  12: async (stage) => {
    const { prelude, byName } = readRunbooks(readFileSync('docs/runbooks.md', 'utf8'));
    const since = `SINCE=${new Date(Date.now() - 60 * 60_000).toISOString()} COMMIT=HEAD; git() { exit 0; }`;
    const script = [
      prelude.replace(/^STAGE=\w+/m, `STAGE=${SETTINGS.stage}`),
      since,
      byName.get('Wrong deployment'),
    ].join('\n');
    await succeeds(stage, 'the commands of "Wrong deployment" succeed', shell(script));
    await succeeds(stage, 'a deployment after the rollback', deploy());
  },
  13: 'Deleting a table and restoring it takes longer than the rest; test it by hand once.',
};
