import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serve, type TestServer } from './serve.ts';

/** A push as it was received. */
export interface Published {
  /** ARN of the topic or of the device's endpoint. */
  readonly target: string;
  readonly message: Readonly<Record<string, string>>;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface HttpReply {
  readonly status: number;
  readonly body: string;
}

export type SnsResponse =
  | 'ok'
  /** There is no response. */
  | 'hang'
  /** The connection is cut. */
  | 'reset'
  | HttpReply;

export interface StubSns extends TestServer {
  /** Accepted pushes, in order. */
  readonly accepted: readonly Published[];
  /** All received pushes, including rejected ones. */
  readonly tried: readonly Published[];
  respond: (push: Published) => SnsResponse;
}

type Recorded = Readonly<Record<'sent' | 'endpointDisabled' | 'endpointDeleted', HttpReply>>;

/** Responses recorded from moto, which supports platform endpoints. */
const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'sns-responses.json'), 'utf8')) as Recorded;
export const { endpointDisabled, endpointDeleted } = recorded;

const NAMESPACE = 'http://sns.amazonaws.com/doc/2010-03-31/';

const refuse = (status: number, code: string, message: string): HttpReply => {
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, body: `<ErrorResponse xmlns="${NAMESPACE}">${error}<RequestId>0-0</RequestId></ErrorResponse>` };
};

/** AWS's response to a push whose endpoint has been deleted. moto's response, {@link endpointDeleted}, is different. */
export const endpointUnknown = refuse(
  400,
  'InvalidParameter',
  'Invalid parameter: TargetArn Reason: No endpoint found for the target arn specified',
);
export const throttled = refuse(400, 'Throttling', 'Rate exceeded');
export const serverError = refuse(500, 'InternalFailure', 'We failed');

const topicCreated: HttpReply = {
  status: 200,
  body:
    `<CreateTopicResponse xmlns="${NAMESPACE}"><CreateTopicResult>` +
    '<TopicArn>arn:aws:sns:eu-central-1:000000000000:checkin-pushes</TopicArn>' +
    '</CreateTopicResult><ResponseMetadata><RequestId>0-0</RequestId></ResponseMetadata></CreateTopicResponse>',
};

const reply = (response: ServerResponse, { status, body }: HttpReply): void => {
  response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
};

const readAttributes = (input: URLSearchParams): Record<string, string> => {
  const entries = [...input].filter(([name]) => /^MessageAttributes\.entry\.\d+\.Name$/.test(name));
  const valueOf = (name: string) => input.get(name.replace(/Name$/, 'Value.StringValue')) ?? '';
  return Object.fromEntries(entries.map(([name, attribute]) => [attribute, valueOf(name)]));
};

const readPush = (input: URLSearchParams): Published => ({
  target: input.get('TargetArn') ?? input.get('TopicArn') ?? '',
  message: JSON.parse(input.get('Message') ?? '{}') as Record<string, string>,
  attributes: readAttributes(input),
});

/** Starts a stub of SNS that speaks the Query protocol. A test sets `respond`. @param port default: any free port */
export const startStubSns = async (port = 0): Promise<StubSns> => {
  const accepted: Published[] = [];
  const tried: Published[] = [];
  const publish = (push: Published, response: ServerResponse): void => {
    tried.push(push);
    const chosen = stub.respond(push);
    if (chosen === 'hang') return;
    if (chosen === 'reset') return void response.destroy();
    if (chosen !== 'ok') return reply(response, chosen);
    accepted.push(push);
    reply(response, recorded.sent);
  };
  const server = await serve(async (request, response) => {
    const input = new URLSearchParams(await text(request));
    if (input.get('Action') === 'CreateTopic') reply(response, topicCreated);
    else publish(readPush(input), response);
  }, port);
  const stub: StubSns = { ...server, accepted, tried, respond: () => 'ok' };
  return stub;
};
