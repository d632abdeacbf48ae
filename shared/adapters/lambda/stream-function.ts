import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { translated } from '../sdk/sdk-failure.ts';

/** @returns whether the function delivered all records */
export const makeStreamFunctionCaller =
  (lambda: Pick<LambdaClient, 'send'>, functionName: string) =>
  async (records: readonly object[], endpoints?: readonly string[]): Promise<boolean> => {
    const event = { Records: records, replay: { endpoints } };
    const invoke = new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(event) });
    const { Payload, FunctionError } = await translated('Lambda', lambda.send(invoke));
    if (FunctionError !== undefined) return false;
    const { batchItemFailures } = JSON.parse(Buffer.from(Payload ?? '{}').toString()) as { batchItemFailures?: [] };
    return batchItemFailures?.length === 0;
  };
