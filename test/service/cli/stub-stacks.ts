import { text } from 'node:stream/consumers';
import { capitalise } from '../../../lib/aws/constructs/capitalise.ts';
import { tables, type TableId } from '../../../shared/tables.ts';
import { serve, type TestServer } from '../../support/serve.ts';
import { useForFile } from '../../support/use-service.ts';

/** The names of a deployed stack's tables. They differ from the names in other stacks and in the local service. */
export const stackTableNames = Object.fromEntries(Object.keys(tables).map((id) => [id, `Prod-${id}`])) as Readonly<
  Record<TableId, string>
>;

const tableOutputs = Object.fromEntries(
  Object.entries(stackTableNames).map(([id, name]) => [`${capitalise(id)}Table`, name]),
);

/** The outputs that the command line needs from the deployed stack. */
export const stackOutputs = {
  ...tableOutputs,
  SigningKeySecret: 'arn:key',
  AccessTokenSeconds: '3600',
  RefreshTokenSeconds: '604800',
  RetentionDays: '0',
  CheckinLogDays: '90',
  AdminLogDays: '400',
};

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

/** Runs a CloudFormation for the tests of a file. */
export const useStubCloudFormation = (stacks: StubStacks): TestServer =>
  useForFile(() => startStubCloudFormation(stacks));
