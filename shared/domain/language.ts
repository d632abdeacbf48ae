/** The languages of pushes and messages, as RFC 5646 tags. */
export const languageTags = ['en', 'pt-BR', 'es'] as const;
export type LanguageTag = (typeof languageTags)[number];

/** Whether it is one of {@link languageTags}, compared exactly. */
export const isLanguageTag = (value: unknown): value is LanguageTag => languageTags.some((tag) => tag === value);
