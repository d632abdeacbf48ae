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

/** What a drill needs that deploys the stack itself. */
export interface Deployment {
  readonly moto: Moto;
  readonly deployer: Deployer;
  /** A folder for files, which is deleted at the end. */
  readonly folder: string;
  readonly checks: Checks;
}

/** The environment of all drills: the deployed stack, the operator's command line, and a company with people. */
export type DrillContext = Awaited<ReturnType<typeof openContext>>;

/** The value of NODE_OPTIONS for a program whose requests can be redirected. */
const REDIRECTED = `--disable-warning=ExperimentalWarning --import ${pathToFileURL(join(import.meta.dirname, 'redirect-fetch.ts')).href}`;

/** Opens the stack, with an issuer on this machine in place of the user pool, and creates the company. */
export const openContext = async (deployment: Deployment) => {
  const { moto, folder, checks } = deployment;
  const issuer = await startStubIssuer();
  const service = await openStack(moto, STACK, folder, { NODE_OPTIONS: REDIRECTED, REDIRECT_TO: issuer.url });
  const { ConsoleIssuer: issuerUrl = '', ConsoleClientId: clientId } = service.outputs;
  issuer.discovery = { issuer: issuerUrl, jwks_uri: `${issuerUrl}/keys`, userinfo_endpoint: `${issuerUrl}/userinfo` };
  redirectFetch(issuerUrl, issuer.url);
  /** Signs an access token for the console. As in Cognito's, the client is in `client_id`, and there is no `aud`. */
  const sign = (claims: Readonly<Record<string, unknown>> = {}) =>
    issuer.sign({ iss: issuerUrl, client_id: clientId, aud: undefined, ...claims });
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
    await issuer.stop();
  };
  return { ...deployment, ...company, operatorEnvironment, service, sign, database, tableOf, close };
};
