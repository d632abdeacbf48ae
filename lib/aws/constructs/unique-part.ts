import { Aws, Fn } from 'aws-cdk-lib/core';

/** The first part of the stack's UUID, for names that must be unique across all accounts. */
export const uniquePart = (): string => Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', Aws.STACK_ID))));
