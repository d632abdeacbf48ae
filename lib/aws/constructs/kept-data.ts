import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { StageSettings } from '../stage-settings.ts';

/**
 * Returns the removal policy of a resource with data. With `keepData`, a resource that leaves its stack stays in the account.
 * But if the creation of the stack fails, the resource is deleted, because it is empty and would block the next attempt.
 */
export const removalOfData = ({ keepData }: Pick<StageSettings, 'keepData'>): RemovalPolicy =>
  keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
