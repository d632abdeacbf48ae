/** Counts the items by result, for the request log. */
export const countItems = (results: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(results, (result) => result)].map(([result, { length }]) => [result, length]));
