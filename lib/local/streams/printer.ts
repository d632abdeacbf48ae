import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { serveAwsJson, type ServiceListener } from '../aws-json.ts';
import { endFailed } from '../local-server.ts';

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

/** Takes the place of EventBridge: prints each event on one line. */
export const makeEventPrinter = (print: (line: string) => void): ServiceListener =>
  serveAwsJson('AWSEvents', (_, input) => {
    const { Entries } = input as PutEvents;
    for (const { DetailType, Detail } of Entries) print(`Event ${DetailType}: ${Detail}`);
    return { FailedEntryCount: 0, Entries: Entries.map(() => ({ EventId: randomUUID() })) };
  });

/** Takes the place of SNS, which uses the query protocol: prints each push, with its `default` text, on one line. */
export const makePushPrinter =
  (print: (line: string) => void): ServiceListener =>
  (request, response) => {
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded') return false;
    const answer = async (): Promise<void> => {
      print(describePush(await text(request)));
      response.writeHead(200, { 'content-type': 'text/xml' }).end(publishResponse());
    };
    answer().catch(() => endFailed(response));
    return true;
  };
