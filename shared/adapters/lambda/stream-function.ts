import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { translateFailure } from '../sdk/sdk-failure.ts';

const invoke = async (lambda: Pick<LambdaClient, 'send'>, functionName: string, event: object) => {
  try {
    return await lambda.send(new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(event) }));
  } catch (error) {
    throw translateFailure('Lambda', error);
  }
};

/** @returns whether the function delivered all records */
export const makeStreamFunctionCaller =
  (lambda: Pick<LambdaClient, 'send'>, functionName: string) =>
  async (records: readonly object[], endpoints?: readonly string[]): Promise<boolean> => {
    const event = { Records: records, replay: { endpoints } };
    const { Payload, FunctionError } = await invoke(lambda, functionName, event);
    if (FunctionError !== undefined) return false;
    const { batchItemFailures } = JSON.parse(Buffer.from(Payload ?? '{}').toString()) as { batchItemFailures?: [] };
    return batchItemFailures?.length === 0;
  };
