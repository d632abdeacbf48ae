import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { makeKeySecrets } from '../../../shared/adapters/secrets-manager/key-secrets.ts';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { UseCaseError } from '../../../shared/domain/use-case-error.ts';
import { localKeySecrets } from '../../../shared/local-service.ts';
import { defaultLifetimes } from '../../../shared/settings.ts';
import { rotateKeys } from '../../../shared/use-cases/keys/rotate-key.ts';
import { addMember } from '../../../shared/use-cases/members/change-members.ts';
import { openConsole, type Console } from '../../support/console-service.ts';
import { startStubIssuer, type StubIssuer } from '../../support/start-stub-issuer.ts';
import type { TestStores } from '../../support/test-stores.ts';
import { findLostKeys } from '../invariants/client-invariants.ts';
import type { Violation } from '../invariants/violation.ts';
import type { ActionContext } from './action-context.ts';

/** Those who do not use the gate's API. */
export interface Operators {
  /** Makes an owner of a company, who uses the console's API. */
  signIn(companyId: string): Promise<ActionContext['callConsole']>;
  /** Two operators rotate the signing keys at once. @returns what is wrong afterwards */
  rotateKeysTwice(): Promise<Violation[]>;
}

const HOUR_SECONDS = 60 * 60;
const operator = { through: 'cli', id: 'bench' } as const;

/** As on AWS, the console's function is not in the process of the gate's API. It is loaded when somebody signs in. */
const startConsole = async (): Promise<Console & { readonly issuer: StubIssuer }> => {
  const issuer = await startStubIssuer();
  return { ...(await openConsole(issuer)), issuer };
};

/** @param secretsUrl the Secrets Manager, which is restarted with the service */
export const startOperators = (
  stores: TestStores,
  secretsUrl: () => Promise<string>,
): Operators & { stop(): Promise<void> } => {
  let starting: ReturnType<typeof startConsole> | undefined;
  return {
    async signIn(companyId) {
      starting ??= startConsole();
      const { issuer, send } = await starting;
      const subject = `${companyId}-owner`;
      const context = { members: stores.members, adminLog: stores.log, actor: operator, now: Date.now };
      await addMember(context, companyId, { issuer: issuer.url, subject, role: 'owner' });
      const token = await issuer.sign({ sub: subject, exp: Math.floor(Date.now() / 1000) + HOUR_SECONDS });
      return (route, request) => send(token, route, request);
    },
    async rotateKeysTwice() {
      const secrets = new SecretsManagerClient({ ...callBudgets.operator(), endpoint: await secretsUrl() });
      const keys = makeKeySecrets(secrets, localKeySecrets);
      const { current } = await keys.find('access');
      const { publicKeys } = stores;
      const context = {
        keys,
        publicKeys,
        adminLog: stores.log,
        actor: operator,
        lifetimes: defaultLifetimes,
        now: Date.now,
      };
      const rotate = () =>
        rotateKeys(context, ['access', 'refresh'], false).catch((error: unknown) => {
          if (!(error instanceof UseCaseError)) throw error;
        });
      await Promise.all([rotate(), rotate()]);
      const after = await keys.find('access');
      secrets.destroy();
      return findLostKeys(current.keyId, [after.current.keyId, after.previous?.keyId ?? '']);
    },
    async stop() {
      const started = await starting;
      await Promise.all([started?.stop(), started?.issuer.stop()]);
    },
  };
};
