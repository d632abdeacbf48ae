/** How many items have each result, for the log of requests. */
export const countItems = (results: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(results, (one) => one)].map(([result, { length }]) => [result, length]));
