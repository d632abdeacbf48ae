import { formatProblem, formatText, type Plural, type TextValues } from '../rules/format-text.ts';
import type { ValueProblem } from '../rules/read-value.ts';
import type en from './locales/en.json';

/** The texts in one language: these, and those for the rules of fields. */
export interface ReasonTexts {
  readonly reasons: Readonly<Record<keyof typeof en.reasons, string>>;
  /** What a spreadsheet in this language calls its error values. A workbook stores the English names. */
  readonly errorNames: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<keyof typeof en.files, string | Plural>>;
  readonly rules: Readonly<Record<ValueProblem['kind'], string>>;
}

type Values = Readonly<Record<string, string | number | readonly string[]>>;

/** Why a line cannot be imported: a text in the locale files, and its values. */
export type Reason =
  | { readonly code: 'invalid_value'; readonly values: { readonly field: string; readonly problem: ValueProblem } }
  | { readonly code: Exclude<keyof typeof en.reasons, 'invalid_value'>; readonly values: Values };

/** A reason that is not about the rule of a field. */
export type ReasonCode = Exclude<Reason['code'], 'invalid_value'>;

/** Why a file cannot be read at all. */
export interface FileReason {
  readonly code: keyof typeof en.files;
  readonly values: Values;
}

/** The values of a reason that are names of fields. */
const FIELD_VALUES = new Set(['field', 'other', 'times', 'starts']);

/** @param nameOf returns the name by which the reader knows a field */
export const formatReason = (
  locale: string,
  { reasons, errorNames, rules }: Pick<ReasonTexts, 'reasons' | 'errorNames' | 'rules'>,
  reason: Reason,
  nameOf: (field: string) => string = (field) => field,
): string => {
  const values =
    reason.code === 'invalid_value'
      ? { field: reason.values.field, problem: formatProblem(rules, reason.values.problem) }
      : reason.values;
  const named = Object.entries(values).map(([key, value]): [string, TextValues[string]] => {
    const localName = reason.code === 'error_value' && key === 'value' ? errorNames[String(value)] : undefined;
    if (localName !== undefined && localName !== value) return [key, `${localName} / ${String(value)}`];
    if (!FIELD_VALUES.has(key)) return [key, value];
    return [key, typeof value === 'object' ? value.map(nameOf) : nameOf(String(value))];
  });
  return formatText(locale, reasons[reason.code], Object.fromEntries(named));
};

export const formatFileReason = (
  locale: string,
  { files }: Pick<ReasonTexts, 'files'>,
  { code, values }: FileReason,
): string => formatText(locale, files[code], values);
