import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { relayCall } from '../../support/call-server.ts';
import { serve } from '../../support/serve.ts';

export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly string[];
  readonly resources: readonly string[];
}

/** The parameters of a request, except for those of S3. */
type Parameters = Readonly<Record<string, string>> & {
  readonly RequestItems?: object;
  readonly TransactItems?: readonly Readonly<Record<string, Parameters>>[];
  readonly Entries?: readonly Parameters[];
};

export interface Call {
  readonly action: string;
  readonly resource: string;
  readonly parameters: Parameters;
  readonly isAllowed: boolean;
}

export const ACCOUNT = '123456789012';

const escape = (literal: string): string => literal.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);

const covers = (pattern: string, value: string): boolean =>
  new RegExp(`^${pattern.split('*').map(escape).join('.*')}$`, 'i').test(value);

/** Whether policies allow an action on a resource: some statement allows it, and none denies it. */
export const isAllowed = (statements: readonly Statement[], action: string, resource: string): boolean => {
  const matching = statements.filter(
    ({ actions, resources }) =>
      actions.some((each) => covers(each, action)) && resources.some((each) => covers(each, resource)),
  );
  return matching.some(({ effect }) => effect === 'Allow') && !matching.some(({ effect }) => effect === 'Deny');
};

type Permission = readonly [action: string, resource: string];

/** Finds what a request names, by the service: ARNs, or the last parts of ARNs. */
const resourcesOf: Readonly<Record<string, (parameters: Parameters) => readonly (string | undefined)[]>> = {
  dynamodb: ({ TableName = '', IndexName, RequestItems }) =>
    RequestItems
      ? Object.keys(RequestItems).map((name) => `table/${name}`)
      : [`table/${TableName}${IndexName === undefined ? '' : `/index/${IndexName}`}`],
  secretsmanager: ({ SecretId }) => [SecretId],
  'cognito-idp': ({ UserPoolId }) => [`userpool/${UserPoolId}`],
  events: ({ Entries = [] }) => Entries.map(({ EventBusName }) => `event-bus/${EventBusName}`),
  sqs: ({ QueueUrl }) => [QueueUrl?.split('/').at(-1)],
  sns: ({ TopicArn, TargetArn }) => [TopicArn ?? TargetArn],
  ssm: ({ Name = '*' }) => [`parameter${Name}`],
  sts: ({ RoleArn }) => [RoleArn],
  cloudformation: ({ StackName = '*' }) => [StackName.startsWith('arn:') ? StackName : `stack/${StackName}/1`],
};

const arnOf = (service: string, resource = ''): string =>
  resource.startsWith('arn:') ? resource : `arn:aws:${service}:eu-central-1:${ACCOUNT}:${resource}`;

const transactionActions: Readonly<Record<string, string>> = { ConditionCheck: 'ConditionCheckItem', Get: 'GetItem' };

const permissionsFor = (service: string, operation: string, parameters: Parameters): readonly Permission[] => {
  const { TransactItems, RoleARN: passedRole } = parameters;
  if (TransactItems) {
    return TransactItems.flatMap((item) => Object.entries(item)).map(([kind, { TableName }]) => [
      `dynamodb:${transactionActions[kind] ?? `${kind}Item`}`,
      arnOf('dynamodb', `table/${TableName}`),
    ]);
  }
  const resources = resourcesOf[service]?.(parameters) ?? [''];
  return [
    ...resources.map((each) => [`${service}:${operation}`, arnOf(service, each)] as const),
    ...(passedRole === undefined ? [] : [['iam:PassRole', passedRole] as const]),
  ];
};

/** IAM's names of the actions that read a bucket, by the first parameter of the URL's query string. */
const bucketActions: Readonly<Record<string, string>> = {
  encryption: 'GetEncryptionConfiguration',
  location: 'GetBucketLocation',
};

/** Derives the permission for an S3 request from its method and URL, because it does not name its IAM action. */
const s3Permission = ({ method = 'GET', url = '/' }: IncomingMessage): Permission => {
  const [path = '', query = ''] = url.split('?');
  const name = path.replaceAll(/^\/|\/$/g, '');
  if (name.includes('/'))
    return [method === 'PUT' || method === 'POST' ? 's3:PutObject' : 's3:GetObject', `arn:aws:s3:::${name}`];
  return [`s3:${bucketActions[query.split('=')[0] ?? ''] ?? 'ListBucket'}`, `arn:aws:s3:::${name}`];
};

/** Reads a signed request of an SDK. @returns the access key, the parameters, and the permissions that the request needs */
const readRequest = (incoming: IncomingMessage, body: Buffer) => {
  const { authorization, 'x-amz-target': target } = incoming.headers;
  const [, key = '', service = ''] = /Credential=(\w+)\/\d+\/[\w-]+\/([\w-]+)\//.exec(String(authorization)) ?? [];
  if (service === 's3') return { key, parameters: {}, permissions: [s3Permission(incoming)] };
  const parameters = (
    target === undefined
      ? Object.fromEntries(new URLSearchParams(body.toString()))
      : JSON.parse(body.toString() || '{}')
  ) as Parameters;
  const operation = target === undefined ? parameters['Action'] : String(target).split('.').at(-1);
  return { key, parameters, permissions: permissionsFor(service, operation ?? '', parameters) };
};

/** Denies a call in the format of the called AWS service, which is JSON or XML. */
const deny = (response: ServerResponse, { headers }: IncomingMessage, { action, resource }: Call): void => {
  const message = `not authorized to perform: ${action} on resource: ${resource}`;
  if (headers['x-amz-target'] !== undefined) {
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify({ __type: 'AccessDeniedException', message }));
    return;
  }
  const code = action.startsWith('sns:') ? 'AuthorizationError' : 'AccessDenied';
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`;
  response.writeHead(403, { 'content-type': 'text/xml' });
  response.end(action.startsWith('s3:') ? error : `<ErrorResponse>${error}<RequestId>1</RequestId></ErrorResponse>`);
};

/** Forwards an AWS SDK call to moto, and sends moto's response back to the SDK. @returns the body of that response */
export const forwardCall = async (
  motoUrl: string,
  incoming: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<string> => {
  const { status, headers, body: received } = await relayCall(motoUrl, incoming, body);
  response.writeHead(status, headers).end(received);
  return received.toString();
};

export type IamProxy = Awaited<ReturnType<typeof startIamProxy>>;

/**
 * Starts a proxy that forwards a call to moto if the caller's policies allow it, and otherwise denies it.
 * @param statementsOf the policies of the caller with this access key
 * @param onReply is called with moto's response to each call
 */
export const startIamProxy = async (
  motoUrl: string,
  statementsOf: (key: string) => readonly Statement[],
  onReply?: (call: Call, reply: string) => void,
) => {
  const calls: Call[] = [];
  let forbidden: string | undefined;

  const server = await serve(async (incoming, response) => {
    const body = await buffer(incoming);
    const { key, parameters, permissions } = readRequest(incoming, body);
    const needed = permissions.map(([action, resource]): Call => {
      // Everyone may ask who they are.
      const mayCall = action === 'sts:GetCallerIdentity' || isAllowed(statementsOf(key), action, resource);
      return { action, resource, parameters, isAllowed: mayCall && action !== forbidden };
    });
    calls.push(...needed.filter(({ action }) => action !== forbidden));
    const denied = needed.find((call) => !call.isAllowed);
    if (denied) return deny(response, incoming, denied);
    const reply = await forwardCall(motoUrl, incoming, body, response);
    for (const call of needed) onReply?.(call, reply);
    return undefined;
  });
  /**
   * Denies this one action from now on, or none, whatever the policies say. These denials are not listed in `calls`, because
   * they are not faults of the stack.
   */
  const forbid = (action: string | undefined): void => {
    forbidden = action;
  };
  return { ...server, calls, forbid };
};
