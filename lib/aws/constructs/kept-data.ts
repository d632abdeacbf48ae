import { RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { FIRST_DEPLOYMENT_CONTEXT } from '../deployment/deploy-arguments.ts';
import type { StageSettings } from '../stage-settings.ts';

type KeepData = Pick<StageSettings, 'keepData'>;

/**
 * Returns the removal policy of a resource with data. With `keepData`, a resource that leaves its stack stays in the account.
 * But if the creation of the stack fails, the resource is deleted, because it is empty and would block the next attempt.
 */
export const removalOfData = ({ keepData }: KeepData): RemovalPolicy =>
  keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/**
 * Whether a stack and its tables have deletion protection. They have none while the stack is being created, because with
 * protection, CloudFormation could not undo a failed creation. `npm run deploy` deploys a new stack twice, and the second pass
 * switches the protection on.
 */
export const isProtected = (scope: Construct, { keepData }: KeepData): boolean => {
  const stacksInCreation = String(scope.node.tryGetContext(FIRST_DEPLOYMENT_CONTEXT) ?? '').split(',');
  return keepData && !stacksInCreation.includes(Stack.of(scope).stackName);
};
