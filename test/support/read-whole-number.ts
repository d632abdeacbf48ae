/** A whole number of the command line, from `least`. @throws Error */
export const readWholeNumber = (option: string, text: string, least: number): number => {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= least) return count;
  throw new Error(`${option} must be a whole number from ${least}, not ${text}`);
};
