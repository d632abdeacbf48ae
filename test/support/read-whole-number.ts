/** Parses the value of a command line option. @throws Error unless it is a whole number of at least `min` */
export const readWholeNumber = (option: string, text: string, min: number): number => {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= min) return count;
  throw new Error(`${option} must be a whole number from ${min}, not ${text}`);
};
