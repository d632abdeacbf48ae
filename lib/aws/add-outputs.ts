import { CfnOutput, type Stack } from 'aws-cdk-lib/core';

/** Adds outputs, which the operator and the command line read by name. */
export const addOutputs = (stack: Stack, values: Readonly<Record<string, string>>): CfnOutput[] =>
  Object.entries(values).map(([id, value]) => new CfnOutput(stack, id, { value }));
