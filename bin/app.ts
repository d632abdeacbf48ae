import { App } from 'aws-cdk-lib/core';
import { makeServiceStack } from '../lib/aws/make-service-stack.ts';
import { WrongStageError } from '../lib/aws/read-stage.ts';

try {
  makeServiceStack(new App());
} catch (error) {
  if (!(error instanceof WrongStageError)) throw error;
  console.error(error.message);
  process.exit(1);
}
