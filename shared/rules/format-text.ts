import type { LanguageTag } from './languages.ts';

/** A text whose form depends on the value `count`. */
export type Plural = { readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
export type TextValues = Readonly<Record<string, string | number>>;

/** CLDR gives zero the singular in Brazilian Portuguese (`0 pessoa`). These texts use the plural, as the rule of pt-PT does. */
const pluralLocales: Readonly<Partial<Record<LanguageTag, string>>> = { 'pt-BR': 'pt-PT' };
const pluralRules = new Map<LanguageTag, Intl.PluralRules>();

const formOf = (tag: LanguageTag, text: Plural, count: number): string => {
  const rules = pluralRules.get(tag) ?? new Intl.PluralRules(pluralLocales[tag] ?? tag);
  pluralRules.set(tag, rules);
  return text[rules.select(count)] ?? text.other;
};

/**
 * Fills in the placeholders of a text, and selects the form for `count` if it has several.
 * @throws if a value is missing
 * @example
 * formatText('en', { one: '1 desk', other: '{count} desks' }, { count: 2 }); // '2 desks'
 */
export const formatText = (tag: LanguageTag, text: string | Plural, values: TextValues): string =>
  (typeof text === 'string' ? text : formOf(tag, text, Number(values['count']))).replace(
    /\{(\w+)\}/g,
    (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`The text ${JSON.stringify(text)} needs a value for ${name}.`);
      return String(value);
    },
  );
