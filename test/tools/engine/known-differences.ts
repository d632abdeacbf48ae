import type { Outcome } from './outcomes.ts';
import type { Request } from './requests.ts';

interface Difference {
  readonly reason: string;
  readonly applies: (request: Request, ours: Outcome, theirs: Outcome) => boolean;
}

/**
 * Cases in which our engine follows AWS's documentation, but DynamoDB Local (AWS's emulator) does not. None of these requests
 * writes anything.
 */
const differences: readonly Difference[] = [
  {
    reason:
      'DynamoDB Local rejects the request if a transaction has an invalid action; DynamoDB cancels it and gives reasons',
    applies: ({ operation }, ours, theirs) =>
      operation === 'TransactWriteItems' &&
      JSON.stringify(ours.response).includes('ValidationError') &&
      theirs.error === 'ValidationException',
  },
  {
    reason:
      'DynamoDB Local gives no LastEvaluatedKey if a page ends with the item whose key is the upper bound of the key range',
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
