import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../../lib/local/listen.ts';

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
  Statements: { Statement: string }[];
}>;

const tableArn = (name: string): string =>
  name.startsWith('arn:') ? name : `arn:aws:dynamodb:eu-central-1:123456789012:table/${name}`;

const dynamoCalls = (operation: string, body: DynamoRequest): [string, string][] => {
  const { TableName = '', IndexName, RequestItems, TransactItems, Statements } = body;
  if (Statements) {
    return Statements.map(({ Statement: partiql }) => [
      'dynamodb:PartiQLInsert',
      tableArn(partiql.split('"')[1] ?? ''),
    ]);
  }
  if (RequestItems) return Object.keys(RequestItems).map((table) => [`dynamodb:${operation}`, tableArn(table)]);
  if (TransactItems) {
    return TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, of]): [string, string] => {
        const action = kind === 'ConditionCheck' ? 'ConditionCheckItem' : kind === 'Get' ? 'GetItem' : `${kind}Item`;
        return [`dynamodb:${action}`, tableArn(of.TableName)];
      }),
    );
  }
  return [[`dynamodb:${operation}`, tableArn(TableName) + (IndexName === undefined ? '' : `/index/${IndexName}`)]];
};

/** What a request of the SDK asks for, as pairs of action and resource, as IAM names them. */
const callsOf = (headers: IncomingHttpHeaders, body: string): [string, string][] => {
  const [service = '', operation = ''] = String(headers['x-amz-target'] ?? '').split('.');
  if (service.startsWith('DynamoDB')) return dynamoCalls(operation, JSON.parse(body) as DynamoRequest);
  const json = () => JSON.parse(body) as Record<string, string>;
  if (service === 'secretsmanager') return [[`secretsmanager:${operation}`, json()['SecretId'] ?? '']];
  if (service.startsWith('AWSCognito')) {
    return [
      [`cognito-idp:${operation}`, `arn:aws:cognito-idp:eu-central-1:123456789012:userpool/${json()['UserPoolId']}`],
    ];
  }
  if (service === 'AmazonSQS') {
    return [[`sqs:${operation}`, `arn:aws:sqs:eu-central-1:123456789012:${json()['QueueUrl']?.split('/').at(-1)}`]];
  }
  const form = new URLSearchParams(body);
  const action = form.get('Action');
  return [action ? [`sns:${action}`, form.get('TopicArn') ?? form.get('TargetArn') ?? ''] : ['unknown:request', '']];
};

/** Stands between one function and moto, and refuses what the policies of the function's role do not allow. */
export const startGate = async (
  functionName: string,
  statements: readonly Statement[],
  motoUrl: string,
  record: (call: Call, body: string) => void,
): Promise<{ url: string; server: Server }> => {
  const server = createServer((incoming, response) => {
    void text(incoming).then((body) => {
      const asked = callsOf(incoming.headers, body).map(([action, resource]) => {
        const call = { functionName, action, resource, isAllowed: isAllowed(statements, action, resource) };
        record(call, body);
        return call;
      });
      const refused = asked.find((call) => !call.isAllowed);
      if (refused) {
        const message = `not authorized to perform ${refused.action} on ${refused.resource}`;
        response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
        response.end(JSON.stringify({ __type: 'AccessDeniedException', message }));
        return undefined;
      }
      const outgoing = httpRequest(motoUrl + incoming.url, {
        method: incoming.method ?? 'POST',
        headers: incoming.headers,
      });
      outgoing.on('response', (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
      });
      outgoing.end(body);
      return undefined;
    });
  });
  return { url: await listen(server, 'PORT', 0), server };
};
