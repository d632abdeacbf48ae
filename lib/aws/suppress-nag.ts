import { Validations } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';

/** Accepts findings of cdk-nag on a construct and its children: the rule's id (with its finding, if it has any) and why. */
export const suppressNag = (construct: IConstruct, reasons: Readonly<Record<string, string>>): void => {
  const rules = Object.entries(reasons).map(([id, reason]) => ({ id, reason }));
  Validations.of(construct).acknowledge(...rules);
};
