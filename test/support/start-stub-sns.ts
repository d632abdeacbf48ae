import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A push as it came over the wire. */
export interface Published {
  /** ARN of the topic or of the device's endpoint. */
  readonly target: string;
  readonly message: Readonly<Record<string, string>>;
  readonly attributes: Readonly<Record<string, string>>;
}

export type SnsAnswer =
  | 'ok'
  /** Never answered. */
  | 'hang'
  /** The connection is cut. */
  | 'reset'
  | { readonly status: number; readonly code: string; readonly message: string };

export interface StubSns {
  readonly url: string;
  /** What was accepted, in its order. */
  readonly accepted: readonly Published[];
  /** Everything that was tried. */
  readonly tried: readonly Published[];
  answer: (push: Published) => SnsAnswer;
  stop(): Promise<void>;
}

/** As SNS answers, recorded from it: of an endpoint that the platform has refused, and of one that was deleted. */
export const endpointDisabled = { status: 400, code: 'EndpointDisabled', message: 'Endpoint is disabled' } as const;
export const endpointDeleted = {
  status: 400,
  code: 'InvalidParameter',
  message: 'Invalid parameter: TargetArn Reason: No endpoint found for the target arn specified',
} as const;
export const throttled = { status: 400, code: 'Throttling', message: 'Rate exceeded' } as const;
export const serverError = { status: 500, code: 'InternalFailure', message: 'We failed' } as const;

const NAMESPACE = 'http://sns.amazonaws.com/doc/2010-03-31/';
const metadata = '<ResponseMetadata><RequestId>5e1a4a35-0000</RequestId></ResponseMetadata>';

const results: Readonly<Record<string, string>> = {
  Publish: '<MessageId>94f20ce6-13c5-43a0-9a9e-ca52d816e90b</MessageId>',
  CreateTopic: '<TopicArn>arn:aws:sns:eu-central-1:000000000000:checkin-pushes</TopicArn>',
};

const succeed = (response: ServerResponse, action: string): void => {
  const body = `<${action}Response xmlns="${NAMESPACE}"><${action}Result>${results[action]}</${action}Result>${metadata}</${action}Response>`;
  response.writeHead(200, { 'content-type': 'text/xml' }).end(body);
};

const fail = (response: ServerResponse, { status, code, message }: Exclude<SnsAnswer, string>): void => {
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`;
  response.writeHead(status, { 'content-type': 'text/xml' });
  response.end(`<ErrorResponse xmlns="${NAMESPACE}">${error}<RequestId>9f-0000</RequestId></ErrorResponse>`);
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

/** SNS on the wire (Query), which answers as the test has it. @param port 0: any free one. */
export const startStubSns = async (port = 0): Promise<StubSns> => {
  const accepted: Published[] = [];
  const tried: Published[] = [];
  const publish = (push: Published, response: ServerResponse): void => {
    tried.push(push);
    const answer = stub.answer(push);
    if (answer === 'hang') return;
    if (answer === 'reset') return void response.destroy();
    if (answer !== 'ok') return fail(response, answer);
    accepted.push(push);
    succeed(response, 'Publish');
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const input = new URLSearchParams(body);
      if (input.get('Action') === 'CreateTopic') return succeed(response, 'CreateTopic');
      return publish(readPush(input), response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const stub: StubSns = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted,
    tried,
    answer: () => 'ok',
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return stub;
};
