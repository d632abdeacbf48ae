import type { Plural, TextValues } from '../rules/format-text.ts';
import { formatText } from '../rules/format-text.ts';
import type en from './locales/en.json';

/** The texts in one language. */
export type ReasonTexts = {
  readonly reasons: Readonly<Record<keyof typeof en.reasons, string>>;
  readonly files: Readonly<Record<keyof typeof en.files, string | Plural>>;
};

type Values = Readonly<Record<string, string | number>>;

/** Why a line cannot be imported: a text in the locale files, and its values. */
export interface Reason {
  readonly code: keyof ReasonTexts['reasons'];
  readonly values: Values;
}

/** Why a file cannot be read at all. */
export interface FileReason {
  readonly code: keyof ReasonTexts['files'];
  readonly values: Values;
}

/** @param nameOf what a reader calls a field */
export const formatReason = (
  locale: string,
  { reasons }: ReasonTexts,
  { code, values }: Reason,
  nameOf: (field: string) => string = (field) => field,
): string => {
  const { field } = values;
  const named: TextValues = field === undefined ? values : { ...values, field: nameOf(String(field)) };
  return formatText(locale, reasons[code], named);
};

export const formatFileReason = (locale: string, { files }: ReasonTexts, { code, values }: FileReason): string =>
  formatText(locale, files[code], values);
