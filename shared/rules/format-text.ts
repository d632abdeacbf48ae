/** A text whose form depends on the value `count`. */
export type Plural = { readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
export type TextValues = Readonly<Record<string, string | number | readonly (string | number)[] | undefined>>;

/** CLDR gives zero the singular in Brazilian Portuguese (`0 pessoa`). These texts use the plural, as the rule of pt-PT does. */
const pluralLocales: Readonly<Record<string, string>> = { 'pt-BR': 'pt-PT' };

const formOf = (locale: string, text: Plural, count: number): string =>
  text[new Intl.PluralRules(pluralLocales[locale] ?? locale).select(count)] ?? text.other;

const fillIn = (text: string, values: TextValues): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The text "${text}" needs a value for ${name}.`);
    return Array.isArray(value) ? value.join(', ') : String(value);
  });

/**
 * Fills in the placeholders of a text, and selects the form for `count` if it has several. Commas separate the values of a list.
 * @throws if a value is missing
 * @example
 * formatText('en', { one: '1 desk', other: '{count} desks' }, { count: 2 }); // '2 desks'
 */
export const formatText = (locale: string, text: string | Plural, values: TextValues): string =>
  fillIn(typeof text === 'string' ? text : formOf(locale, text, Number(values['count'])), values);

/** Formats the description of a problem. It is the end of a sentence that begins with the name of the field. */
export const formatProblem = <Problem extends { readonly kind: string }>(
  texts: Readonly<Record<Problem['kind'], string>>,
  problem: Problem,
): string => {
  // A list of texts has the lengths in its `item`.
  const values: object = 'item' in problem ? { ...(problem.item as object), ...problem } : problem;
  return fillIn(texts[problem.kind as Problem['kind']], values as TextValues);
};
