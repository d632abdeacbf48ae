import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { json, text } from 'node:stream/consumers';

const XML = { 'content-type': 'text/xml' };
const NAMESPACE = 'http://sns.amazonaws.com/doc/2010-03-31/';

const publishResponse = (): string =>
  `<PublishResponse xmlns="${NAMESPACE}"><PublishResult><MessageId>${randomUUID()}</MessageId></PublishResult>` +
  `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></PublishResponse>`;

const errorResponse = (): string =>
  `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>Sender</Type><Code>InvalidAction</Code>` +
  `<Message>Only Publish is provided here.</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`;

/** The text that SNS delivers for protocols without their own text. */
const defaultOf = (input: URLSearchParams): string => {
  const message = input.get('Message') ?? '';
  if (input.get('MessageStructure') !== 'json') return message;
  return (JSON.parse(message) as { default: string }).default;
};

const describe = (input: URLSearchParams): string =>
  `Push to ${input.get('TargetArn') ?? input.get('TopicArn')}: ${defaultOf(input)}`;

const readInput = async (request: IncomingMessage): Promise<URLSearchParams> =>
  new URLSearchParams(await text(request));

/** Serves the part of SNS's HTTP interface (Query) that pushes need, and prints each push on one line. */
export const makeSnsPrinter =
  (print: (line: string) => void): RequestListener =>
  (request, response) => {
    void readInput(request).then((input) => {
      if (input.get('Action') !== 'Publish') return response.writeHead(400, XML).end(errorResponse());
      print(describe(input));
      return response.writeHead(200, XML).end(publishResponse());
    });
  };

const JSON_1_1 = { 'content-type': 'application/x-amz-json-1.1' };

interface PutEvents {
  readonly Entries: readonly { readonly DetailType: string; readonly Detail: string }[];
}

/** Serves the part of EventBridge's HTTP interface (JSON 1.1) that events need, and prints each event on one line. */
export const makeEventPrinter =
  (print: (line: string) => void): RequestListener =>
  (request, response) => {
    void json(request).then((input) => {
      if (request.headers['x-amz-target'] !== 'AWSEvents.PutEvents')
        return response.writeHead(400, JSON_1_1).end('{"__type":"UnknownOperationException"}');
      const { Entries } = input as PutEvents;
      for (const { DetailType, Detail } of Entries) print(`Event ${DetailType}: ${Detail}`);
      const results = Entries.map(() => ({ EventId: randomUUID() }));
      return response.writeHead(200, JSON_1_1).end(JSON.stringify({ FailedEntryCount: 0, Entries: results }));
    });
  };
