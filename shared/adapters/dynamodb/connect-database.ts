import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { callBudgets, type CallBudget } from '../sdk/call-budget.ts';
import { translateFailure } from '../sdk/sdk-failure.ts';
import type { DatabaseConnection } from './database.ts';
import { makeLeanClient } from './lean-client.ts';

/** The SDK reads region, endpoint and credentials from the environment. */
export const connectDatabase = (budget: CallBudget = callBudgets.request()): DatabaseConnection => {
  const client = DynamoDBDocumentClient.from(makeLeanClient(budget), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const send = async (command: Parameters<typeof client.send>[0], abortSignal?: AbortSignal): Promise<unknown> => {
    try {
      return await client.send(command, { abortSignal });
    } catch (error) {
      throw translateFailure('DynamoDB', error);
    }
  };
  return {
    withSignal: (signal) => ({ send: (command: Parameters<typeof client.send>[0]) => send(command, signal) }),
    close: () => client.destroy(),
  };
};
