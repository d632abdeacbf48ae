/** RFC 5646 tags. The first is the default. */
export const languageTags = ['en', 'pt-BR', 'es', 'de'] as const;
export type LanguageTag = (typeof languageTags)[number];

export const isLanguageTag = (value: unknown): value is LanguageTag => languageTags.some((tag) => tag === value);

const primaryOf = (tag: string): string => tag.replace(/-.*/, '');

/** An unknown region or script falls back to the language: `pt-PT` gets `pt-BR`. */
export const nearestLanguage = (tag: string): LanguageTag | undefined =>
  languageTags.find((known) => primaryOf(known) === primaryOf(tag.toLowerCase()));
