import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../../lib/local/listen.ts';
import { forwardCall } from './forward-call.ts';

export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly string[];
  readonly resources: readonly string[];
}

export interface Call {
  readonly functionName: string;
  readonly action: string;
  readonly resource: string;
  readonly isAllowed: boolean;
}

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

type DynamoRequest = Partial<{
  TableName: string;
  IndexName: string;
  RequestItems: object;
  TransactItems: Record<string, { TableName: string }>[];
}>;

const tableArn = (name: string): string =>
  name.startsWith('arn:') ? name : `arn:aws:dynamodb:eu-central-1:123456789012:table/${name}`;

const dynamoPermissions = (operation: string, body: DynamoRequest): [string, string][] => {
  const { TableName = '', IndexName, RequestItems, TransactItems } = body;
  if (RequestItems) return Object.keys(RequestItems).map((table) => [`dynamodb:${operation}`, tableArn(table)]);
  if (TransactItems) {
    return TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, { TableName: table }]): [string, string] => {
        const action = kind === 'ConditionCheck' ? 'ConditionCheckItem' : kind === 'Get' ? 'GetItem' : `${kind}Item`;
        return [`dynamodb:${action}`, tableArn(table)];
      }),
    );
  }
  return [[`dynamodb:${operation}`, tableArn(TableName) + (IndexName === undefined ? '' : `/index/${IndexName}`)]];
};

/** The permissions that a request of the SDK needs: pairs of action and resource, as IAM names them. */
const permissionsFor = (headers: IncomingHttpHeaders, body: string): [string, string][] => {
  const [service = '', operation = ''] = String(headers['x-amz-target'] ?? '').split('.');
  if (service.startsWith('DynamoDB')) return dynamoPermissions(operation, JSON.parse(body) as DynamoRequest);
  const json = () => JSON.parse(body) as Record<string, string>;
  if (service === 'secretsmanager') return [[`secretsmanager:${operation}`, json()['SecretId'] ?? '']];
  if (service.startsWith('AWSCognito')) {
    return [
      [`cognito-idp:${operation}`, `arn:aws:cognito-idp:eu-central-1:123456789012:userpool/${json()['UserPoolId']}`],
    ];
  }
  if (service === 'AWSEvents') {
    const { Entries = [] } = JSON.parse(body) as { Entries?: { EventBusName: string }[] };
    const buses = [...new Set(Entries.map(({ EventBusName }) => EventBusName))];
    return buses.map((bus) => [`events:${operation}`, `arn:aws:events:eu-central-1:123456789012:event-bus/${bus}`]);
  }
  if (service === 'AmazonSQS') {
    return [[`sqs:${operation}`, `arn:aws:sqs:eu-central-1:123456789012:${json()['QueueUrl']?.split('/').at(-1)}`]];
  }
  const form = new URLSearchParams(body);
  const action = form.get('Action');
  return [action ? [`sns:${action}`, form.get('TopicArn') ?? form.get('TargetArn') ?? ''] : ['unknown:request', '']];
};

/** Denies a call in the format of the called AWS service, which is JSON or XML. */
export const deny = (
  response: ServerResponse,
  { headers }: IncomingMessage,
  action: string,
  resource: string,
): void => {
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

/** The proxy between one function and moto. */
export interface IamProxy {
  readonly url: string;
  readonly calls: readonly Call[];
  /** Messages that reached SNS, as sent. */
  readonly published: readonly URLSearchParams[];
  /**
   * Denies this action from now on, whatever the policies say, and no longer denies the action of an earlier call. These
   * denials are not listed in `calls`, because they are not faults of the stack.
   */
  readonly forbid: (action: string) => void;
  /** Ends the effect of `forbid`. */
  readonly forbidNothing: () => void;
  readonly close: () => void;
}

/** Starts a proxy that forwards a call to moto if the policies of the function's role allow it, and otherwise denies it. */
export const startIamProxy = async (
  functionName: string,
  statements: readonly Statement[],
  motoUrl: string,
): Promise<IamProxy> => {
  const calls: Call[] = [];
  const published: URLSearchParams[] = [];
  let forbidden: string | undefined;

  const examine = (action: string, resource: string, body: string): Call | undefined => {
    if (action === forbidden) return { functionName, action, resource, isAllowed: false };
    const call = { functionName, action, resource, isAllowed: isAllowed(statements, action, resource) };
    calls.push(call);
    if (!call.isAllowed) return call;
    if (action === 'sns:Publish') published.push(new URLSearchParams(body));
    return undefined;
  };

  const server = createServer((incoming, response) => {
    void text(incoming).then(async (body) => {
      const denied = permissionsFor(incoming.headers, body).flatMap(
        ([action, resource]) => examine(action, resource, body) ?? [],
      );
      const [first] = denied;
      if (first) return deny(response, incoming, first.action, first.resource);
      await forwardCall(motoUrl, incoming, body, response);
      return undefined;
    });
  });
  const url = await listen(server, 'PORT', 0);
  const forbid = (action: string): void => {
    forbidden = action;
  };
  const forbidNothing = (): void => {
    forbidden = undefined;
  };
  return { url, calls, published, forbid, forbidNothing, close: () => void server.close() };
};
