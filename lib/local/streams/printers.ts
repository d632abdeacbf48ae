import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { json, text } from 'node:stream/consumers';

const XML = { 'content-type': 'text/xml' };
const JSON_1_1 = { 'content-type': 'application/x-amz-json-1.1' };

const publishResponse = (): string =>
  '<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/">' +
  `<PublishResult><MessageId>${randomUUID()}</MessageId></PublishResult>` +
  `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></PublishResponse>`;

/** Takes the place of SNS: prints each push on one line, with its `default` text. */
export const makeSnsPrinter =
  (print: (line: string) => void): RequestListener =>
  (request, response) => {
    void text(request).then((body) => {
      const input = new URLSearchParams(body);
      const message = JSON.parse(input.get('Message') ?? '{}') as { default: string };
      print(`Push to ${input.get('TargetArn') ?? input.get('TopicArn')}: ${message.default}`);
      return response.writeHead(200, XML).end(publishResponse());
    });
  };

interface PutEvents {
  readonly Entries: readonly { readonly DetailType: string; readonly Detail: string }[];
}

/** Takes the place of EventBridge: prints each event on one line. */
export const makeEventPrinter =
  (print: (line: string) => void): RequestListener =>
  (request, response) => {
    void json(request).then((input) => {
      const { Entries } = input as PutEvents;
      for (const { DetailType, Detail } of Entries) print(`Event ${DetailType}: ${Detail}`);
      const results = Entries.map(() => ({ EventId: randomUUID() }));
      return response.writeHead(200, JSON_1_1).end(JSON.stringify({ FailedEntryCount: 0, Entries: results }));
    });
  };
