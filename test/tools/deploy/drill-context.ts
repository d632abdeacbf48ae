import { startStubIssuer } from '../../support/start-stub-issuer.ts';
import { runCommand } from '../processes.ts';
import type { Checks } from '../run-tool.ts';
import { STACK, type Operator } from './cdk-commands.ts';
import { openCompany } from '../drive-api/company.ts';
import { openStack } from './deployed-stack.ts';
import { openRunbooks } from './documented-commands.ts';
import type { Moto } from './moto.ts';

/** What a drill needs that deploys the stack itself. */
interface Deployment {
  readonly moto: Moto;
  readonly deployer: Operator;
  /** The cloud assembly that was deployed. */
  readonly assembly: string;
  /** A folder for files, which is deleted at the end. */
  readonly folder: string;
  readonly checks: Checks;
}

/** The environment of all drills: the deployed stack, the operator's command line, and a company with people. */
export type DrillContext = Awaited<ReturnType<typeof openContext>>;

/** Opens the deployed stack, with an issuer on this machine in place of the user pool, and creates the company. */
export const openContext = async (deployment: Deployment) => {
  const { moto, assembly } = deployment;
  const issuer = await startStubIssuer();
  const service = await openStack(moto, assembly, issuer.url);
  const { ConsoleIssuer: iss = '', ConsoleClientId: client_id } = service.outputs;
  issuer.discovery = { issuer: iss, jwks_uri: `${iss}/keys`, userinfo_endpoint: `${iss}/userinfo` };
  /** Signs an access token for the console. As in Cognito's, the client is in `client_id`, and there is no `aud`. */
  const sign = (sub: string) => issuer.sign({ iss, client_id, aud: undefined, sub });
  /** Environment variables of the operator's commands. Only invocations of functions do not go to moto. */
  const operatorEnvironment = { ...moto.environment, AWS_ENDPOINT_URL_LAMBDA: service.url };
  const tryAdmin = (...words: string[]) =>
    runCommand(process.execPath, ['bin/admin.ts', ...words, '--stack', STACK, '--json'], operatorEnvironment);
  const company = await openCompany({ ...deployment, service, tryAdmin });
  const followRunbook = await openRunbooks({ ...deployment, operatorEnvironment });
  const close = async (): Promise<void> => {
    await service.close();
    await issuer.stop();
  };
  return { ...company, ...deployment, service, sign, tryAdmin, followRunbook, close };
};
