import * as v from 'valibot';
import { checkinTexts, ONE_IDENTIFIER } from '../../shared/http/checkin-texts.ts';
import { describedFields, itemRequests, type Operation, type RequestSchemas } from '../../shared/http/operation.ts';
import { batchItem } from './request.ts';

const { dryRun: _, ...batchEntries } = batchItem.entries;

export const requests = {
  BatchItem: describedFields({
    description: `A check-in, as \`POST /scheduling/checkin\` takes it. ${ONE_IDENTIFIER} There is no dry run in a batch.`,
    schema: v.object(batchEntries),
    texts: {
      ...checkinTexts,
      key: { description: 'The Idempotency-Key of this check-in.', examples: ['gate-7-5f0c2a-000124'] },
    },
  }),
  BatchRequest: {
    description: 'Check-ins that a reader stored while it was offline.',
    itemSchema: 'BatchItem',
    items: 'In any order. Each has a different `key`.',
  },
} satisfies RequestSchemas;

export const operations = {
  batch: {
    summary: 'Check in a batch',
    description:
      'Performs up to 100 check-ins that a reader stored while it was offline. Each item is like a separate request with its `key` as Idempotency-Key, and has its own status. Items of one user are performed in the order of their `date`. Send the items with status 500 or 503 again, with the same keys; the other statuses are final.',
    requestBody: 'BatchRequest',
    ...itemRequests,
    success: { description: 'The outcome of each item.', schema: 'BatchResult', isTranslated: true },
  },
} satisfies Record<string, Operation>;
