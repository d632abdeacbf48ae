import { type LanguageTag, languageTags } from '../../../../shared/rules/languages.ts';

export type Language = LanguageTag;

type ForEach<Tags extends readonly string[], T> = { readonly [Index in keyof Tags]: T };

/** A text in every language, in the order of {@link languageTags}. */
export type Text<T = string> = ForEach<typeof languageTags, T>;

/** Something in every language. */
export type Translations<M> = Readonly<Record<Language, M>>;

/** A string is the same in every language. */
type Source =
  | string
  | Text
  | Text<readonly string[]>
  | ((...values: never[]) => Text | Text<readonly string[]>)
  | Sources;

interface Sources {
  readonly [name: string]: Source;
}

type In<S> = S extends string
  ? S
  : S extends Text
    ? string
    : S extends Text<readonly string[]>
      ? readonly string[]
      : S extends (...values: infer Values) => infer Result
        ? (...values: Values) => In<Result>
        : { readonly [Name in keyof S]: In<S[Name]> };

const textIn = (source: Source, language: number): unknown => {
  if (typeof source === 'string') return source;
  if (typeof source === 'function') return (...values: never[]) => source(...values)[language];
  if (Array.isArray(source)) return source[language];
  return Object.fromEntries(Object.entries(source).map(([name, one]) => [name, textIn(one, language)]));
};

/**
 * The texts of a page by language. A language that is missing or superfluous is a type error.
 * @example
 * translations({ save: ['Save', 'Salvar', 'Guardar'] }).es.save // 'Guardar'
 */
export const translations = <const S extends Sources>(source: S): Translations<In<S>> =>
  Object.fromEntries(languageTags.map((tag, language) => [tag, textIn(source, language)])) as Translations<In<S>>;
