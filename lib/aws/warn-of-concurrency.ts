import { Annotations } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { CONCURRENCY_QUOTA, neededConcurrency } from '../../shared/concurrency.ts';
import type { StageSettings } from './stage-settings.ts';

type ConcurrencySettings = Pick<StageSettings, 'peakCheckinsPerSecond' | 'accountConcurrency'>;

/** Warns at synthesis if the account's concurrent executions are too few for the check-ins that the stage is sized for. */
export const warnOfConcurrency = (
  scope: Construct,
  { peakCheckinsPerSecond: peak, accountConcurrency: granted }: ConcurrencySettings,
): void => {
  const needed = neededConcurrency(peak);
  if (needed <= granted) return;
  Annotations.of(scope).addWarningV2(
    'checkin:accountConcurrency',
    `${peak} check-ins per second (peakCheckinsPerSecond) need ${needed} concurrent executions; the account has ${granted} (accountConcurrency). Ask AWS for more, quota ${CONCURRENCY_QUOTA}, and then set accountConcurrency.`,
  );
};
