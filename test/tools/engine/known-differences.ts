import type { Outcome } from './outcomes.ts';
import type { Request } from './requests.ts';

/**
 * Cases in which our engine follows AWS's documentation, but DynamoDB Local (AWS's emulator) does not. None of these requests
 * writes anything.
 */
const differences: Readonly<Record<string, (request: Request, ours: Outcome, theirs: Outcome) => boolean>> = {
  'DynamoDB Local rejects the request if a transaction has an invalid action; DynamoDB cancels it and gives reasons': (
    { operation },
    ours,
    theirs,
  ) =>
    operation === 'TransactWriteItems' &&
    JSON.stringify(ours.response).includes('ValidationError') &&
    theirs.error === 'ValidationException',

  'DynamoDB Local gives no LastEvaluatedKey if a page ends with the item whose key is the upper bound of the key range':
    ({ operation, input }, { response: { LastEvaluatedKey, ScannedCount } }, theirs) =>
      operation === 'Query' &&
      LastEvaluatedKey !== undefined &&
      ScannedCount === input['Limit'] &&
      ScannedCount === theirs.response['ScannedCount'] &&
      theirs.response['LastEvaluatedKey'] === undefined,
};

/** Returns the reason for a known difference, and undefined for any other. */
export const knownDifference = (request: Request, ours: Outcome, theirs: Outcome): string | undefined =>
  Object.entries(differences).find(([, applies]) => applies(request, ours, theirs))?.[0];
