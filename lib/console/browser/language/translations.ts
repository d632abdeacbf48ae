import { type LanguageTag, languageTags } from '../../../../shared/rules/languages.ts';

export type Language = LanguageTag;

type ForEach<Tags extends readonly string[], T> = { readonly [Index in keyof Tags]: T };

/** A text in every language, in the order of {@link languageTags}. */
export type Text<T = string> = ForEach<typeof languageTags, T>;

/** A value of type `M` for every language. */
export type Translations<M> = Readonly<Record<Language, M>>;

/** Texts in all languages. A plain string is the same in every language. */
type Source =
  | string
  | Text
  | Text<readonly string[]>
  | ((...values: never[]) => Text | Text<readonly string[]>)
  | Sources;

export interface Sources {
  readonly [name: string]: Source;
}

/** The type of the texts in one language. */
type Translated<S> = S extends string
  ? S
  : S extends Text
    ? string
    : S extends Text<readonly string[]>
      ? readonly string[]
      : S extends (...values: infer Values) => infer Result
        ? (...values: Values) => Translated<Result>
        : { readonly [Name in keyof S]: Translated<S[Name]> };

const textIn = (source: Source, index: number): unknown => {
  if (typeof source === 'string') return source;
  if (typeof source === 'function') return (...values: never[]) => source(...values)[index];
  if (Array.isArray(source)) return source[index];
  return Object.fromEntries(Object.entries(source).map(([name, one]) => [name, textIn(one, index)]));
};

/**
 * The texts of a page by language. A language that is missing or superfluous is a type error.
 * @example
 * translations({ save: ['Save', 'Salvar', 'Guardar'] }).es.save // 'Guardar'
 */
export const translations = <const S extends Sources>(source: S): Translations<Translated<S>> =>
  Object.fromEntries(languageTags.map((tag, index) => [tag, textIn(source, index)])) as Translations<Translated<S>>;
