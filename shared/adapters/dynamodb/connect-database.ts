import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { callBudgets, type CallBudget } from '../sdk/call-budget.ts';
import { translated } from '../sdk/sdk-failure.ts';
import type { DatabaseConnection } from './database.ts';
import { makeLeanClient } from './lean-client.ts';

/** The SDK reads region, endpoint and credentials from the environment. */
export const connectDatabase = (budget: CallBudget = callBudgets.request()): DatabaseConnection => {
  const client = DynamoDBDocumentClient.from(makeLeanClient(budget), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return {
    withSignal: (abortSignal) => ({
      send: (command: Parameters<typeof client.send>[0]) =>
        translated('DynamoDB', client.send(command, { abortSignal })),
    }),
    close: () => client.destroy(),
  };
};
