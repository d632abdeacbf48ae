import { text } from 'node:stream/consumers';
import { serve, type TestServer } from '../../support/serve.ts';

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
export const startStubCloudFormation = (stacks: StubStacks): Promise<TestServer> =>
  serve(async (request, response) => {
    const name = new URLSearchParams(await text(request)).get('StackName');
    const outputs = stacks[name ?? ''];
    response.writeHead(outputs ? 200 : 400, { 'content-type': 'text/xml' });
    response.end(outputs ? toXml(outputs) : toRefusal(name));
  });
