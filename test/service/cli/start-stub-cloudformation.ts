import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The outputs of each existing stack. */
export type StubStacks = Readonly<Record<string, Readonly<Record<string, string>>>>;

const toXml = (outputs: Readonly<Record<string, string>>): string => {
  const members = Object.entries(outputs)
    .map(([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`)
    .join('');
  const stack = `<member><StackStatus>CREATE_COMPLETE</StackStatus><Outputs>${members}</Outputs></member>`;
  return `<DescribeStacksResponse><DescribeStacksResult><Stacks>${stack}</Stacks></DescribeStacksResult></DescribeStacksResponse>`;
};

const toRefusal = (name: string | null): string =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id ${name} does not exist</Message></Error></ErrorResponse>`;

/** Starts a server with CloudFormation's query protocol, for DescribeStacks only. */
export const startStubCloudFormation = async (stacks: StubStacks) => {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const name = new URLSearchParams(await text(request)).get('StackName');
    const outputs = stacks[name ?? ''];
    response.writeHead(outputs ? 200 : 400, { 'content-type': 'text/xml' });
    response.end(outputs ? toXml(outputs) : toRefusal(name));
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
};
