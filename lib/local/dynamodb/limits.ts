/** DynamoDB's limits. Sizes are in bytes. */
export const limits = {
  itemBytes: 400 * 1024,
  partitionKeyBytes: 2048,
  sortKeyBytes: 1024,
  expressionBytes: 4096,
  pageBytes: 1024 * 1024,
  batchReads: 100,
  batchReadBytes: 16 * 1024 * 1024,
  batchWrites: 25,
  transactionActions: 100,
  transactionBytes: 4 * 1024 * 1024,
  tokenLength: 36,
  nesting: 32,
} as const;
