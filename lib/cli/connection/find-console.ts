import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { makeInviteByEmail } from '../../../shared/adapters/cognito/invite-by-email.ts';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { localConsoleIssuer } from '../../../shared/local-service.ts';
import { OperatorError } from '../operator-error.ts';
import type { InviteByEmail } from '../../../shared/domain/roster.ts';
import { localApiUrl, type TargetOptions } from './connect.ts';
import { readOutputs } from './read-stack.ts';

/** The issuer at which members of the console sign in. */
export interface ConsoleSignIn {
  /** `iss` of the members' tokens. */
  readonly issuer: string;
  /** Whether the service runs locally, where the operator creates the accounts and nobody has to accept an invitation. */
  readonly isLocal: boolean;
  readonly url?: string;
  /** Undefined if the issuer sends no mail. */
  readonly sendInvitation?: InviteByEmail;
  /** A note about the issuer for the operator. */
  readonly warning?: string;
}

/** Long, because the local service builds the console at the first request. */
const CONFIG_TIMEOUT_MILLISECONDS = 10_000;

/** @returns the issuer that the console at `url` sends its visitors to; undefined if there is no console. */
const readIssuer = async (url: string): Promise<string | undefined> => {
  try {
    const response = await fetch(`${url}/console/config.json`, {
      signal: AbortSignal.timeout(CONFIG_TIMEOUT_MILLISECONDS),
    });
    const { issuer } = (await response.json()) as { issuer?: unknown };
    return typeof issuer === 'string' ? issuer : undefined;
  } catch {
    return undefined;
  }
};

/** Finds the local service's console. If the service does not respond, assumes the issuer that it would have on this port. */
const findLocalConsole = async (environment: NodeJS.ProcessEnv): Promise<ConsoleSignIn> => {
  const url = localApiUrl(environment);
  const issuer = await readIssuer(url);
  return {
    issuer: issuer ?? localConsoleIssuer(url),
    isLocal: true,
    ...(issuer === undefined && {
      warning: `No console was found at ${url}: the member can sign in only if the service starts there. If the console is on another port, set PORT to that port and run this again.`,
    }),
  };
};

/** @throws OperatorError `no_console` if the service was deployed without its console */
export const findConsole = async ({ stack }: TargetOptions): Promise<ConsoleSignIn> => {
  if (stack === undefined) return findLocalConsole(process.env);
  const outputs = await readOutputs(stack, callBudgets.operator());
  const issuer = outputs.get('ConsoleIssuer');
  if (!issuer)
    throw new OperatorError(`The stack ${stack} has no console: it was deployed with console=false.`, 'no_console');
  // Undefined if the stage sets `consoleIssuer`.
  const userPool = outputs.get('ConsoleUserPoolId');
  return {
    issuer,
    isLocal: false,
    url: outputs.get('ConsoleUrl'),
    ...(userPool !== undefined && {
      sendInvitation: makeInviteByEmail(new CognitoIdentityProviderClient(callBudgets.mail()), userPool),
    }),
  };
};
