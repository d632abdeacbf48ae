import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CloudFormationClient,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { STACK } from './cdk-commands.ts';
import type { Statement } from './iam-proxy.ts';
import type { Moto } from './moto.ts';

interface Template {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Metadata?: Record<string, unknown> }>>;
}

export interface DeployedFunction {
  /** The name of its folder in functions/. */
  readonly name: string;
  readonly functionName: string;
  /** The folder with its bundle. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  /** The policies of its role. */
  readonly statements: readonly Statement[];
}

/** Calls IAM, for which the project has no SDK client. @returns the values of this element in the response */
const callIam = async ({ url }: Moto, element: string, parameters: Readonly<Record<string, string>>) => {
  const query = new URLSearchParams({ Version: '2010-05-08', ...parameters }).toString();
  const authorization = 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/iam/aws4_request';
  const response = await (await fetch(`${url}/?${query}`, { headers: { authorization } })).text();
  return [...response.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, value = '']) => value);
};

const readStatements = async (moto: Moto, RoleName: string): Promise<Statement[]> => {
  const statements: Statement[] = [];
  for (const PolicyName of await callIam(moto, 'member', { Action: 'ListRolePolicies', RoleName })) {
    const read = { Action: 'GetRolePolicy', RoleName, PolicyName };
    const [document = '{}'] = await callIam(moto, 'PolicyDocument', read);
    statements.push(...(JSON.parse(decodeURIComponent(document)) as { Statement: Statement[] }).Statement);
  }
  return statements;
};

/** @returns the outputs of the deployed stack, and its functions except the CDK's own */
export const readStack = async (moto: Moto, assembly: string) => {
  const [cloudFormation, lambda] = [new CloudFormationClient(moto.client), new LambdaClient(moto.client)];
  const { Stacks: [stack] = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: STACK }));
  const { StackResources = [] } = await cloudFormation.send(new DescribeStackResourcesCommand({ StackName: STACK }));
  const { Resources } = JSON.parse(readFileSync(join(assembly, `${STACK}.template.json`), 'utf8')) as Template;
  const functions: DeployedFunction[] = [];
  for (const { LogicalResourceId: id = '', PhysicalResourceId: functionName = '' } of StackResources) {
    const [, name] = /Functions(\w+?)Function[\dA-F]{8}$/.exec(id) ?? [];
    if (name === undefined || Resources[id]?.Type !== 'AWS::Lambda::Function') continue;
    const deployed = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName: functionName }));
    functions.push({
      name: name.toLowerCase(),
      functionName,
      directory: join(assembly, String(Resources[id].Metadata?.['aws:asset:path'])),
      environment: deployed.Environment?.Variables ?? {},
      timeoutSeconds: deployed.Timeout ?? 0,
      statements: await readStatements(moto, deployed.Role?.split('/').at(-1) ?? ''),
    });
  }
  for (const client of [cloudFormation, lambda]) client.destroy();
  const outputs = stack?.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]) ?? [];
  return { functions, outputs: Object.fromEntries(outputs) as Readonly<Record<string, string>> };
};
