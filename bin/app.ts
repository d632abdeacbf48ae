import { App } from 'aws-cdk-lib/core';
import { readStageOf, WrongStageError } from '../lib/aws/read-stage.ts';

try {
  const app = new App();
  const stage = readStageOf(app);
  // The modules of the stacks load slowly, so wrong settings are reported first.
  const { makeConsoleStack, makeServiceStack } = await import('../lib/aws/make-stacks.ts');
  const service = makeServiceStack(app, stage);
  if (stage.settings.console) {
    const { buildConsole } = await import('../lib/console/build.ts');
    makeConsoleStack(app, stage, service, await buildConsole());
  }
} catch (error) {
  if (!(error instanceof WrongStageError)) throw error;
  console.error(error.message);
  process.exit(1);
}
