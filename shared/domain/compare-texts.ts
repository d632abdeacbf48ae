/** Compares two texts by their UTF-16 code units, for sorting. The order does not depend on a language. */
export const compareTexts = (one: string, other: string): number => Number(one > other) - Number(one < other);
