import { Aws, Fn, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';

/** The first part of the stack's UUID, for names that must be unique across all accounts. */
export const uniquePart = (): string => Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', Aws.STACK_ID))));

/** The name of the console's resources. The service's resources have the name of the stack. */
export const consoleName = (scope: Construct): string => `${Stack.of(scope).stackName}-console`;
