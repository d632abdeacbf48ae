import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import packageDescription from '../../../package.json' with { type: 'json' };
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { translateFailure } from '../../../shared/adapters/sdk/sdk-failure.ts';
import { CONCURRENCY_QUOTA, neededConcurrency } from '../../../shared/concurrency.ts';
import type { Finding } from '../session.ts';
import type { StackNames } from './read-stack.ts';

/** Compares the deployed version with the version of the command line. A difference is only a warning. */
export const checkVersion = (version: string): Finding => {
  const { version: ownVersion } = packageDescription;
  if (version === ownVersion) return { check: 'version', ok: true, message: `Version ${version} is deployed.` };
  return {
    check: 'version',
    ok: true,
    isWarning: true,
    message: `Version ${version} is deployed; this command line is ${ownVersion}. Use the command line of the deployed version, or deploy version ${ownVersion} if it is newer.`,
  };
};

/**
 * Checks that the account's unreserved concurrent executions are enough for the stage's peak of check-ins.
 * @throws ServiceError if Lambda does not respond
 */
export const checkConcurrency = async ({
  peakCheckinsPerSecond: peak,
}: Pick<StackNames, 'peakCheckinsPerSecond'>): Promise<readonly Finding[]> => {
  if (peak === undefined) return [];
  const lambda = new LambdaClient(callBudgets.operator());
  try {
    const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
    const unreserved = AccountLimit?.UnreservedConcurrentExecutions ?? 0;
    const needed = neededConcurrency(peak);
    const message = `${peak} check-ins per second need ${needed} concurrent executions; the account has ${unreserved} that are not reserved.`;
    const isWarning = unreserved < needed;
    const advice = isWarning ? ` Ask AWS for more: quota ${CONCURRENCY_QUOTA} of Lambda.` : '';
    return [{ check: 'concurrency', ok: true, ...(isWarning && { isWarning }), message: message + advice }];
  } catch (error) {
    throw translateFailure('Lambda', error);
  } finally {
    lambda.destroy();
  }
};
