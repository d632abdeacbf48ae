import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../../lib/local/listen.ts';
import { forwardCall } from './forward-call.ts';
import { deny, isAllowed, type Statement } from './iam-proxy.ts';
import type { Moto } from './moto.ts';
import { runCommand } from '../processes.ts';

const ACCOUNT = '123456789012';
const arnOf = (service: string, resource: string): string => `arn:aws:${service}:eu-central-1:${ACCOUNT}:${resource}`;

/** The access key of the role that docs/deployment.md describes. */
const DOCUMENTED_KEY = 'AKIADOCUMENTED';

/** Reads, from docs/deployment.md, the policy of the role that GitHub assumes. */
const readDocumentedPolicy = (): Statement[] => {
  const document = readFileSync('docs/deployment.md', 'utf8');
  const blocks = [...document.matchAll(/```json\n(?<json>[^`]+)```/g)].map(({ groups }) => groups?.['json'] ?? '');
  const policy = blocks.find((block) => block.includes('"sts:AssumeRole"'));
  if (policy === undefined) throw new Error('docs/deployment.md has no policy with sts:AssumeRole.');
  const { Statement: statements } = JSON.parse(policy.replaceAll('ACCOUNT', ACCOUNT)) as {
    Statement: { Effect: 'Allow' | 'Deny'; Action: string | string[]; Resource: string | string[] }[];
  };
  return statements.map(({ Effect, Action, Resource }) => ({
    effect: Effect,
    actions: [Action].flat(),
    resources: [Resource].flat(),
  }));
};

type Permission = readonly [action: string, resource: string];

/** IAM's names of the actions that read a bucket, by the first parameter of the URL's query string. */
const bucketActions: Readonly<Record<string, string>> = {
  encryption: 'GetEncryptionConfiguration',
  location: 'GetBucketLocation',
};

/** Derives the permissions for an S3 request from its method and URL, because it does not name its IAM action. */
const s3Permissions = ({ method = 'GET', url = '/' }: IncomingMessage): Permission[] => {
  const [path = '', query = ''] = url.split('?');
  const [, bucket = '', ...key] = path.split('/');
  const object = key.join('/');
  if (object !== '')
    return [
      [method === 'PUT' || method === 'POST' ? 's3:PutObject' : 's3:GetObject', `arn:aws:s3:::${bucket}/${object}`],
    ];
  const action = bucketActions[query.split('=')[0] ?? ''] ?? 'ListBucket';
  return [[`s3:${action}`, `arn:aws:s3:::${bucket}`]];
};

const stackArn = (name: string): string =>
  name.startsWith('arn:') ? name : arnOf('cloudformation', `stack/${name}/1`);

/** Finds the permissions for a request of the AWS Query protocol. */
const queryProtocolPermissions = (service: string, form: URLSearchParams): Permission[] => {
  const action = `${service}:${form.get('Action')}`;
  if (action === 'sts:AssumeRole') return [[action, form.get('RoleArn') ?? '']];
  const passedRole = form.get('RoleARN');
  return [
    [action, stackArn(form.get('StackName') ?? '*')],
    ...(passedRole === null ? [] : [['iam:PassRole', passedRole] as const]),
  ];
};

/** The permissions that a call needs. */
const permissionsFor = (service: string, incoming: IncomingMessage, body: string): Permission[] => {
  if (service === 's3') return s3Permissions(incoming);
  const [, operation] = String(incoming.headers['x-amz-target'] ?? '').split('.');
  if (operation === undefined) return queryProtocolPermissions(service, new URLSearchParams(body));
  const { Name = '*' } = JSON.parse(body || '{}') as { Name?: string };
  return [[`${service}:${operation}`, service === 'ssm' ? arnOf('ssm', `parameter${Name}`) : '*']];
};

/** AWS, as seen by the role that docs/deployment.md describes. */
export interface Deployer {
  /** The environment variables with which a command runs as that role. */
  readonly environment: NodeJS.ProcessEnv;
  /** The calls that IAM denied. */
  readonly denied: readonly string[];
  /** The roles that were assumed. */
  readonly assumed: readonly string[];
  readonly close: () => void;
}

/**
 * Starts a proxy in front of moto that allows a call only if the caller's policies allow it. The documented role can assume the
 * bootstrap's roles, which have the policies that the bootstrap gave them.
 */
export const startDeployer = async (moto: Moto): Promise<Deployer> => {
  const script = join(import.meta.dirname, 'describe_roles.py');
  const { code, stdout, stderr } = await runCommand(moto.python, [script], moto.environment);
  if (code !== 0) throw new Error(`The bootstrap's roles cannot be described:\n${stderr}`);
  const statementsOf = new Map(Object.entries(JSON.parse(stdout) as Record<string, Statement[]>));
  const callers = new Map<string, readonly Statement[]>([[DOCUMENTED_KEY, readDocumentedPolicy()]]);
  const [denied, assumed]: [string[], string[]] = [[], []];

  const remember = (roleArn: string, reply: string): void => {
    const [, key] = /<AccessKeyId>(\w+)</.exec(reply) ?? [];
    if (key === undefined) return;
    callers.set(key, statementsOf.get(roleArn) ?? []);
    assumed.push(roleArn.split('/').at(-1) ?? '');
  };

  const server = createServer((incoming, response) => {
    void buffer(incoming).then(async (body) => {
      const [, key = '', service = ''] =
        /Credential=(\w+)\/\d+\/[\w-]+\/([\w-]+)\//.exec(String(incoming.headers.authorization)) ?? [];
      const needed = permissionsFor(service, incoming, service === 's3' ? '' : body.toString());
      // Everyone may ask who they are.
      const missing = needed.find(
        ([action, resource]) =>
          action !== 'sts:GetCallerIdentity' && !isAllowed(callers.get(key) ?? [], action, resource),
      );
      if (missing) {
        denied.push(missing.join(' '));
        return deny(response, incoming, ...missing);
      }
      const roleArn = needed.find(([action]) => action === 'sts:AssumeRole')?.[1];
      const reply = await forwardCall(moto.url, incoming, body, response);
      if (roleArn !== undefined) remember(roleArn, reply);
      return undefined;
    });
  });
  const url = await listen(server, 'PORT', 0);
  return {
    environment: { ...moto.environment, AWS_ENDPOINT_URL: url, AWS_ACCESS_KEY_ID: DOCUMENTED_KEY },
    denied,
    assumed,
    close: () => void server.close(),
  };
};
