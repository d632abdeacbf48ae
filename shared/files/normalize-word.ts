/** Case, accents, spaces, hyphens and other punctuation do not matter: `E-Mail-Adresse` is `emailadresse`. */
export const normalizeWord = (word: string): string =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
