import { App } from 'aws-cdk-lib/core';
import { makeConsoleStack, makeServiceStack, readStageOf } from '../lib/aws/make-stacks.ts';
import { WrongStageError } from '../lib/aws/read-stage.ts';
import { buildConsole } from '../lib/console/build.ts';

try {
  const app = new App();
  const stage = readStageOf(app);
  const service = makeServiceStack(app, stage);
  if (stage.settings.console) makeConsoleStack(app, stage, service, await buildConsole());
} catch (error) {
  if (!(error instanceof WrongStageError)) throw error;
  console.error(error.message);
  process.exit(1);
}
