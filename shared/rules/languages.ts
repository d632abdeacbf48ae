/** RFC 5646 tags. The first is the default. */
export const languageTags = ['en', 'pt-BR', 'es', 'de'] as const;
export type LanguageTag = (typeof languageTags)[number];

export const isLanguageTag = (value: unknown): value is LanguageTag => languageTags.some((tag) => tag === value);
