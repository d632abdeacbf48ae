import { Validations } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';

/**
 * Accepts findings of cdk-nag on a construct and its children.
 * @param reasons by rule id, or by `RULE[FINDING]` for a rule whose findings have names, such as AwsSolutions-IAM5
 */
export const suppressNag = (construct: IConstruct, reasons: Readonly<Record<string, string>>): void => {
  const rules = Object.entries(reasons).map(([id, reason]) => ({ id, reason }));
  Validations.of(construct).acknowledge(...rules);
};
