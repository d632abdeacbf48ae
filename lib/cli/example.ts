/** Makes the example at the end of a command's help. @returns a function of what stands after the noun. */
export const exampleOf =
  (noun: string) =>
  (words: string): string =>
    `\nExample:\n  npm run -s admin -- ${noun} ${words}`;
