import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json, text } from 'node:stream/consumers';

const publishResponse = (): string =>
  '<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/">' +
  `<PublishResult><MessageId>${randomUUID()}</MessageId></PublishResult>` +
  `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></PublishResponse>`;

const describePush = (body: string): string => {
  const input = new URLSearchParams(body);
  const message = JSON.parse(input.get('Message') ?? '{}') as { default: string };
  return `Push to ${input.get('TargetArn') ?? input.get('TopicArn')}: ${message.default}`;
};

interface PutEvents {
  readonly Entries: readonly { readonly DetailType: string; readonly Detail: string }[];
}

/**
 * Takes the place of SNS and EventBridge: prints each push, with its `default` text, and each event on one line. The returned
 * listener handles requests for these services, and returns false for all others.
 */
export const makePrinter =
  (print: (line: string) => void) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const { 'content-type': type, 'x-amz-target': target } = request.headers;
    if (type === 'application/x-www-form-urlencoded') {
      void text(request).then((body) => {
        print(describePush(body));
        return response.writeHead(200, { 'content-type': 'text/xml' }).end(publishResponse());
      });
      return true;
    }
    if (target !== 'AWSEvents.PutEvents') return false;
    void json(request).then((input) => {
      const { Entries } = input as PutEvents;
      for (const { DetailType, Detail } of Entries) print(`Event ${DetailType}: ${Detail}`);
      const results = Entries.map(() => ({ EventId: randomUUID() }));
      return response
        .writeHead(200, { 'content-type': 'application/x-amz-json-1.1' })
        .end(JSON.stringify({ FailedEntryCount: 0, Entries: results }));
    });
    return true;
  };
