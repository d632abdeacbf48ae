import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { makeFunctionContext } from '../../../../lib/local/gateway/call-function.ts';
import { requestDeadline } from '../../../../shared/http/deadline.ts';
import { serveCommands } from './serve-commands.ts';

/**
 * A subject that loads one function, whose module is in BENCH_FUNCTION, and calls it repeatedly. With BENCH_STUB_TRANSPORT, the
 * SDK's calls get their responses without a network.
 */
type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<{ statusCode: number; body?: string }>;

interface Batch {
  readonly event: APIGatewayProxyEventV2;
  readonly calls: number;
}

if (process.env['BENCH_STUB_TRANSPORT']) (await import('./stub-transport.ts')).installStubTransport();
const { handler } = (await import(process.env['BENCH_FUNCTION'] as string)) as { handler: Handler };

/** Both are new for each call, as in Lambda: functions change their event, and their remaining time decreases. */
const callOnce = (text: string) =>
  handler(
    JSON.parse(text) as APIGatewayProxyEventV2,
    makeFunctionContext('bench', requestDeadline.functionTimeoutMilliseconds),
  );

serveCommands({
  callOnce: ({ event }: Batch) => callOnce(JSON.stringify(event)),
  /** @returns processor time in microseconds a call, on average */
  call: async ({ event, calls }: Batch) => {
    const text = JSON.stringify(event);
    const before = process.cpuUsage();
    for (let call = 0; call < calls; call += 1) await callOnce(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / calls;
  },
});
