import { TransactionCanceledException, TransactionInProgressException } from '@aws-sdk/client-dynamodb';
import type { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from '@jest/globals';
import { commit } from '../../../shared/adapters/dynamodb/transaction.ts';

// Tries follow each other at once.
Math.random = () => 0;

const common = { message: '', $metadata: {} };
const canceled = (...codes: string[]) =>
  new TransactionCanceledException({ ...common, CancellationReasons: codes.map((Code) => ({ Code })) });
const inProgress = new TransactionInProgressException(common);

/** A transaction gets these errors, then succeeds. @returns its result, and the distinct tokens and the number of its calls */
const commitAfter = async (...errors: Error[]) => {
  const tokens: unknown[] = [];
  const send = async ({ input }: TransactWriteCommand) => {
    tokens.push(input.ClientRequestToken);
    const error = errors.shift();
    if (error) throw error;
    return {};
  };
  const result = await commit({ send }, []).catch(({ code }) => code);
  return { result, tokens: [...new Set(tokens)], calls: tokens.length };
};
const tokens = [expect.stringMatching(/^[\da-f-]{36}$/)];

it.each([
  ['another transaction uses an item', canceled('None', 'TransactionConflict')],
  ['there is no capacity', canceled('ThrottlingError')],
  ['an earlier try has not ended', inProgress],
])('A transaction is tried again, with its token, if %s', async (_, error) => {
  expect(await commitAfter(error, error)).toEqual({ result: { isCommitted: true }, tokens, calls: 3 });
  const errors = Array.from({ length: 6 }, () => error);
  expect(await commitAfter(...errors)).toEqual({ result: 'dependency_unavailable', tokens, calls: 6 });
});

it('A transaction whose condition does not hold is not tried again, even if another item is in use', async () => {
  const result = { isCommitted: false, failed: [{ index: 1 }] };
  const error = canceled('TransactionConflict', 'ConditionalCheckFailed');
  expect(await commitAfter(error)).toEqual({ result, tokens, calls: 1 });
});
