import * as v from 'valibot';
import { wholeNumber, described, fieldErrors, message, statusCode, text } from '../../shared/http/operation.ts';
import { fields } from '../../shared/rules/fields.ts';

const batchItemResult = described('The outcome of an item.', {
  key: v.pipe(
    v.nullable(v.string()),
    v.description('The item’s key, or `null` if the key is missing or not a string.'),
  ),
  statusCode: wholeNumber('The status that a single request would have had: 200, 400, 404, 422, 500 or 503.'),
  code: text('The `code` that a single request with `details` would have had, or the code of its error.'),
  message,
  checkinCount: v.optional(wholeNumber('Number of bookings that this item checked in; with status 200.')),
  errors: fieldErrors('Every invalid field; with status 400.'),
});
export type BatchItemResponse = v.InferOutput<typeof batchItemResult>;

const batchResult = described('The outcome of a batch.', {
  statusCode,
  message,
  items: v.pipe(
    v.array(batchItemResult),
    v.minLength(fields.items.min),
    v.maxLength(fields.items.max),
    v.description('In the order in which they were sent.'),
  ),
});
export type BatchResponse = v.InferOutput<typeof batchResult>;

export const responses = { BatchResult: batchResult, BatchItemResult: batchItemResult };
