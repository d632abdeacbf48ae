import type { Outcome } from './outcomes.ts';
import type { Request } from './requests.ts';

interface Difference {
  readonly reason: string;
  readonly applies: (request: Request, ours: Outcome, theirs: Outcome) => boolean;
}

/** What DynamoDB Local itself does differently from AWS's documentation, which the local DynamoDB follows. Neither writes anything then. */
const differences: readonly Difference[] = [
  {
    reason: 'DynamoDB Local rejects a whole transaction with an invalid action; DynamoDB cancels it, with reasons',
    applies: ({ operation }, ours, theirs) =>
      operation === 'TransactWriteItems' &&
      JSON.stringify(ours.response).includes('ValidationError') &&
      theirs.error === 'ValidationException',
  },
  {
    reason: 'DynamoDB Local fails when an update without an expression is to return the updated attributes',
    applies: ({ operation, input }, _, theirs) =>
      operation === 'UpdateItem' && input['UpdateExpression'] === undefined && theirs.error === 'InternalFailure',
  },
  {
    reason: 'DynamoDB Local cancels a TransactGetItems with an invalid key, without reasons',
    applies: ({ operation }, ours, theirs) =>
      operation === 'TransactGetItems' &&
      ours.error === 'ValidationException' &&
      theirs.error === 'TransactionCanceledException',
  },
  {
    reason:
      'DynamoDB Local returns a whole attribute after ADD to a part of it, which AWS documents for whole attributes only',
    applies: ({ operation, input }, ours, theirs) =>
      operation === 'UpdateItem' &&
      String(input['ReturnValues']).startsWith('UPDATED') &&
      /(?:ADD|DELETE) .*[.[]/.test(String(input['UpdateExpression'])) &&
      ours.error === undefined &&
      theirs.error === undefined,
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

/** The reason for a difference that is known; undefined for any other. */
export const knownDifference = (request: Request, ours: Outcome, theirs: Outcome): string | undefined =>
  differences.find(({ applies }) => applies(request, ours, theirs))?.reason;
