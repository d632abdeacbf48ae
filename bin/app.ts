import { App } from 'aws-cdk-lib/core';
import { readStage, WrongStageError } from '../lib/aws/read-stage.ts';

try {
  const app = new App();
  const stage = readStage(app.node.getAllContext() as Readonly<Record<string, unknown>>);
  // The modules of the stack load slowly, so wrong settings are reported first.
  const { ServiceStack } = await import('../lib/aws/service-stack.ts');
  const { buildConsole } = await import('../lib/console/build.ts');
  void new ServiceStack(app, stage, stage.settings.console ? await buildConsole() : undefined);
} catch (error) {
  if (!(error instanceof WrongStageError)) throw error;
  console.error(error.message);
  process.exit(1);
}
