/** A whole number of the command line, from `min`. @throws Error */
export const readWholeNumber = (option: string, text: string, min: number): number => {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= min) return count;
  throw new Error(`${option} must be a whole number from ${min}, not ${text}`);
};
