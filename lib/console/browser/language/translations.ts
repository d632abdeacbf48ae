import type { LanguageTag } from '../../../../shared/rules/languages.ts';

export type Language = LanguageTag;

/** A text in every language. A missing or superfluous one is a type error. */
export type Translations<M> = Readonly<Record<Language, M>>;

/** The texts of a page. English defines the type; `NoInfer` keeps a translation from widening it. */
export const translations = <M>(
  en: M,
  others: Readonly<Record<Exclude<Language, 'en'>, NoInfer<M>>>,
): Translations<M> => ({
  en,
  ...others,
});
