import type { Outcome } from './outcomes.ts';
import type { Request } from './requests.ts';

interface Difference {
  readonly reason: string;
  readonly applies: (request: Request, ours: Outcome, theirs: Outcome) => boolean;
}

/** Cases in which DynamoDB Local, unlike the local DynamoDB, differs from AWS's documentation. Neither of them then writes. */
const differences: readonly Difference[] = [
  {
    reason: 'DynamoDB Local rejects a whole transaction with an invalid action; DynamoDB cancels it, with reasons',
    applies: ({ operation }, ours, theirs) =>
      operation === 'TransactWriteItems' &&
      JSON.stringify(ours.response).includes('ValidationError') &&
      theirs.error === 'ValidationException',
  },
  {
    reason:
      'DynamoDB Local gives no LastEvaluatedKey when a query ends exactly at Limit with the last key that its range allows',
    applies: ({ operation, input }, ours, theirs) => {
      const { LastEvaluatedKey, ...rest } = ours.response ?? {};
      return (
        operation === 'Query' &&
        LastEvaluatedKey !== undefined &&
        rest['ScannedCount'] === input['Limit'] &&
        rest['ScannedCount'] === theirs.response?.['ScannedCount'] &&
        theirs.response?.['LastEvaluatedKey'] === undefined
      );
    },
  },
];

/** Returns the reason for a known difference, and undefined for any other. */
export const knownDifference = (request: Request, ours: Outcome, theirs: Outcome): string | undefined =>
  differences.find(({ applies }) => applies(request, ours, theirs))?.reason;
