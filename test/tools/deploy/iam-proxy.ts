import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { relayCall } from '../../support/call-server.ts';
import { serve } from '../../support/serve.ts';

/** A statement of a policy. */
export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
}

/** The parameters of a request. */
type Parameters = Readonly<Record<string, string>> & {
  readonly RequestItems?: object;
  readonly TransactItems?: readonly Readonly<Record<string, Parameters>>[];
  readonly Entries?: readonly Parameters[];
};

export interface Call {
  /** The access key of the caller. */
  readonly key: string;
  readonly action: string;
  readonly resource: string;
  readonly parameters: Parameters;
  readonly isAllowed: boolean;
}

export const ACCOUNT = '123456789012';

const escape = (literal: string): string => literal.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Whether a pattern of a policy, such as `arn:aws:iam::123456789012:role/cdk-*`, covers an action or a resource. */
export const covers = (pattern: string, value: string): boolean =>
  new RegExp(`^${pattern.split('*').map(escape).join('.*')}$`, 'i').test(value);

/** Whether policies allow an action on a resource: some statement allows it, and none denies it. */
const isAllowed = (statements: readonly Statement[], action: string, resource: string): boolean => {
  const matching = statements.filter(
    ({ Action, Resource }) =>
      [Action].flat().some((each) => covers(each, action)) && [Resource].flat().some((each) => covers(each, resource)),
  );
  return matching.some(({ Effect }) => Effect === 'Allow') && !matching.some(({ Effect }) => Effect === 'Deny');
};

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
  sts: ({ RoleArn }) => [RoleArn],
};

const arnOf = (service: string, resource = ''): string =>
  resource.startsWith('arn:') ? resource : `arn:aws:${service}:eu-central-1:${ACCOUNT}:${resource}`;

const transactionActions: Readonly<Record<string, string>> = { ConditionCheck: 'ConditionCheckItem', Get: 'GetItem' };

type Permission = readonly [action: string, resource: string];

const permissionsFor = (service: string, operation: string, parameters: Parameters): readonly Permission[] => {
  const { TransactItems } = parameters;
  if (!TransactItems) {
    const resources = resourcesOf[service]?.(parameters) ?? [''];
    return resources.map((each) => [`${service}:${operation}`, arnOf(service, each)]);
  }
  return TransactItems.flatMap((item) => Object.entries(item)).map(([kind, { TableName }]) => [
    `dynamodb:${transactionActions[kind] ?? `${kind}Item`}`,
    arnOf('dynamodb', `table/${TableName}`),
  ]);
};

/** Reads who signed a request of an SDK, and for which service. */
const readSigner = ({ headers }: IncomingMessage): readonly [key: string, service: string] => {
  const credential = /Credential=(\w+)\/\d+\/[\w-]+\/([\w-]+)\//.exec(String(headers.authorization));
  return [credential?.[1] ?? '', credential?.[2] ?? ''];
};

const readRequest = ({ headers: { 'x-amz-target': target } }: IncomingMessage, body: string) => {
  const parameters = (
    target === undefined ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body)
  ) as Parameters;
  return { operation: String(target ?? parameters['Action']).replace(/^.*\./, ''), parameters };
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
  response.end(`<ErrorResponse>${error}<RequestId>1</RequestId></ErrorResponse>`);
};

/** Forwards an AWS SDK call to moto, and sends moto's response back to the SDK. */
export const forwardCall = async (
  motoUrl: string,
  incoming: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<void> => {
  const { status, headers, body: received } = await relayCall(motoUrl, incoming, body);
  response.writeHead(status, headers).end(received);
};

/**
 * Starts a proxy that forwards a call to moto if the caller's policies allow it, and otherwise denies it.
 * @param policiesOf the policies of the caller with this access key
 */
export const startIamProxy = async (
  motoUrl: string,
  policiesOf: (key: string) => readonly Statement[] | 'anything',
) => {
  const calls: Call[] = [];
  let forbidden: string | undefined;

  const server = await serve(async (incoming, response) => {
    const body = await buffer(incoming);
    const [key, service] = readSigner(incoming);
    const policies = policiesOf(key);
    if (policies === 'anything') return forwardCall(motoUrl, incoming, body, response);
    const { operation, parameters } = readRequest(incoming, body.toString());
    const needed = permissionsFor(service, operation, parameters).map(([action, resource]): Call => {
      // Everyone may ask who they are.
      const mayCall = action === 'sts:GetCallerIdentity' || isAllowed(policies, action, resource);
      return { key, action, resource, parameters, isAllowed: mayCall && action !== forbidden };
    });
    calls.push(...needed.filter(({ action }) => action !== forbidden));
    const denied = needed.find((call) => !call.isAllowed);
    return denied ? deny(response, incoming, denied) : forwardCall(motoUrl, incoming, body, response);
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
