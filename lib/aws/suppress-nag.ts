import { Validations } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';

/**
 * Accepts findings of cdk-nag on a construct and its children.
 * @param reasons by rule id. A rule that reports findings is suppressed per finding: `RULE[FINDING]`
 */
export const suppressNag = (construct: IConstruct, reasons: Readonly<Record<string, string>>): void => {
  const rules = Object.entries(reasons).map(([id, reason]) => ({ id, reason }));
  Validations.of(construct).acknowledge(...rules);
};
