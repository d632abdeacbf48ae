import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { makeInviteByEmail } from '../../../shared/adapters/cognito/invite-by-email.ts';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import type { InviteByEmail } from '../../../shared/domain/member.ts';
import { localConsoleIssuer } from '../../../shared/local-service.ts';
import { OperatorError } from '../operator-error.ts';
import type { TargetOptions } from './target-options.ts';
import { readOutputs } from './read-stack.ts';

/** Where the members of the console sign in. */
export interface ConsoleAccounts {
  /** `iss` of their tokens. */
  readonly issuer: string;
  /** Undefined where accounts are made elsewhere: a member is then named by the subject of the account. */
  readonly invite: InviteByEmail | undefined;
}

const DEFAULT_PORT = '3000';

/** The local issuer signs in every member under the subject that the member has. */
const localConsole = ({ PORT: port }: NodeJS.ProcessEnv): ConsoleAccounts => ({
  issuer: localConsoleIssuer(`http://127.0.0.1:${port || DEFAULT_PORT}`),
  invite: async (email) => email.split('@')[0] ?? email,
});

/** Outputs of the console's stack; there is no user pool where the stage has another issuer. */
const outputNames = { issuer: 'ConsoleIssuer', userPool: 'ConsoleUserPoolId' } as const;

/** @throws OperatorError `no_console` where the service was deployed without its console */
export const findConsole = async ({ stack }: TargetOptions): Promise<ConsoleAccounts> => {
  if (stack === undefined) return localConsole(process.env);
  const budget = callBudgets.operator();
  const outputs = await readOutputs(`${stack}-console`, budget);
  const [issuer, userPool] = [outputs.get(outputNames.issuer), outputs.get(outputNames.userPool)];
  if (!issuer) throw new OperatorError(`The stack ${stack}-console has no output ${outputNames.issuer}.`, 'no_console');
  return {
    issuer,
    invite: userPool
      ? makeInviteByEmail(new CognitoIdentityProviderClient(callBudgets.operator()), userPool)
      : undefined,
  };
};
