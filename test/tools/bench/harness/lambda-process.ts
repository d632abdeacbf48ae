import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { endWithMeasure } from './child-processes.ts';

/** Loads a bundle when the first event comes, and passes each event to it, as Lambda's runtime does. */
const RUNTIME = `
  const context = { awsRequestId: 'invocation', functionName: 'checkin', getRemainingTimeInMillis: () => 5000 };
  let loaded;
  process.on('message', async (event) => {
    const before = process.cpuUsage();
    loaded ??= require(process.argv[1]);
    const result = await loaded.handler(event, context);
    const { user, system } = process.cpuUsage(before);
    process.send({ result, cpuMilliseconds: (user + system) / 1000 });
  });
`;

export interface Invocation {
  readonly result: { readonly statusCode: number; readonly body: string };
  /** Processor time; for the first event it includes loading the bundle. */
  readonly cpuMilliseconds: number;
}

/** A deployed bundle in a separate process. */
export interface LambdaProcess {
  invoke(event: APIGatewayProxyEventV2): Promise<Invocation>;
  stop(): Promise<void>;
}

/** Environment variables of Lambda that libraries read. */
const lambdaEnvironment = {
  AWS_LAMBDA_FUNCTION_NAME: 'checkin',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024',
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  NODE_ENV: 'production',
};

export const startLambdaProcess = (directory: string, environment: Readonly<Record<string, string>>): LambdaProcess => {
  const child = endWithMeasure(
    spawn(process.execPath, ['-e', RUNTIME, join(directory, 'index.js')], {
      cwd: directory,
      env: { ...lambdaEnvironment, ...environment },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  const ended = once(child, 'exit');
  const died = ended.then(([code]) => {
    throw new Error(`${directory} ended with ${code}`);
  });
  died.catch(() => undefined);
  return {
    async invoke(event) {
      const answered = once(child, 'message');
      child.send(event);
      const [invocation] = (await Promise.race([answered, died])) as [Invocation];
      return invocation;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
