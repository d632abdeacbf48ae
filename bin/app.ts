import { App } from 'aws-cdk-lib/core';
import { readStageOf, WrongStageError } from '../lib/aws/read-stage.ts';

try {
  const app = new App();
  const stage = readStageOf(app);
  // The modules of the stacks load slowly, so wrong settings are reported first.
  const { ServiceStack } = await import('../lib/aws/service-stack.ts');
  const service = new ServiceStack(app, stage);
  if (stage.settings.console) {
    const { ConsoleStack } = await import('../lib/aws/console-stack.ts');
    const { buildConsole } = await import('../lib/console/build.ts');
    new ConsoleStack(app, stage, service, await buildConsole());
  }
} catch (error) {
  if (!(error instanceof WrongStageError)) throw error;
  console.error(error.message);
  process.exit(1);
}
