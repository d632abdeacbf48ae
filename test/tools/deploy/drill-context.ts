import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { startStubIssuer } from '../../support/start-stub-issuer.ts';
import { STACK } from './cdk-commands.ts';
import { openCompany } from './company.ts';
import { openStack } from './deployed-stack.ts';
import { redirectFetch } from './redirect-fetch.ts';
import type { Deployer } from './deployer.ts';
import type { Moto } from './moto.ts';
import { runCommand } from '../processes.ts';
import type { Checks } from '../run-tool.ts';

/** What a drill needs that deploys stacks itself. */
export interface Deployment {
  readonly moto: Moto;
  readonly deployer: Deployer;
  /** A folder for files, which is deleted at the end. */
  readonly folder: string;
  readonly checks: Checks;
}

/** The environment of all drills: the deployed stacks, the operator's command line, and a company with people. */
export type DrillContext = Awaited<ReturnType<typeof openContext>>;

/** The value of NODE_OPTIONS for a program whose requests can be redirected. */
const REDIRECTED = `--disable-warning=ExperimentalWarning --import ${pathToFileURL(join(import.meta.dirname, 'redirect-fetch.ts')).href}`;

/** Opens the console's stack, with an issuer on this machine that replaces the deployed one. */
const openConsole = async (moto: Moto, folder: string) => {
  const issuer = await startStubIssuer();
  const stack = await openStack(moto, `${STACK}-console`, folder, {
    NODE_OPTIONS: REDIRECTED,
    REDIRECT_TO: issuer.url,
  });
  const { ConsoleIssuer: url = '', ConsoleClientId: clientId } = stack.outputs;
  issuer.discovery = { issuer: url, jwks_uri: `${url}/keys`, userinfo_endpoint: `${url}/userinfo` };
  redirectFetch(url, issuer.url);
  // As in Cognito's tokens, the client is in `client_id`, and there is no `aud`.
  const cognitoClaims = { iss: url, client_id: clientId, aud: undefined };
  /** Signs an access token of the deployed issuer for the console's client. `claims` override the usual claims. */
  const sign = (claims: Readonly<Record<string, unknown>> = {}) => issuer.sign({ ...cognitoClaims, ...claims });
  return { stack, issuer, sign };
};

/** Opens the stacks of the stage, and creates the companies. */
export const openContext = async (deployment: Deployment) => {
  const { moto, folder, checks } = deployment;
  const service = await openStack(moto, STACK, folder);
  const console = await openConsole(moto, folder);
  /** Environment variables of the operator's commands. */
  const operatorEnvironment: NodeJS.ProcessEnv = {
    ...moto.environment,
    AWS_ENDPOINT_URL_LAMBDA: service.url,
    NODE_OPTIONS: REDIRECTED,
    REDIRECT_FROM: service.outputs['ApiUrl'],
    REDIRECT_TO: service.url,
  };
  const tryAdmin = (...words: string[]) =>
    runCommand(process.execPath, ['bin/admin.ts', ...words, '--stack', STACK, '--json'], operatorEnvironment);
  const company = await openCompany({ checks, folder, service, tryAdmin });

  const client = new DynamoDBClient(moto.client);
  const database = DynamoDBDocumentClient.from(client);
  /** Returns the name of a table, such as `Bookings`, in the database. */
  const tableOf = (name: string): string => service.outputs[`${name}Table`] ?? '';
  const close = async (): Promise<void> => {
    client.destroy();
    await service.close();
    await console.stack.close();
    await console.issuer.stop();
  };
  return { ...deployment, ...company, operatorEnvironment, service, database, tableOf, console, close };
};
