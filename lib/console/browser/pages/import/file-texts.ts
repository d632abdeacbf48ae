import type files from '../../../../../shared/files/locales/en.json';
import {
  formatFileReason,
  formatReason,
  type FileReason,
  type Reason,
  type ReasonTexts,
} from '../../../../../shared/files/reason.ts';
import type { RecordKind } from '../../../../../shared/rules/records.ts';
import { type Load, useLoad } from '../../components/use-load.ts';
import { type Language, useLanguage } from '../../language/language.ts';

type FileTexts = typeof files;
type RuleTexts = ReasonTexts['rules'];

/** What the page says about files, in the reader's language. */
export interface FileWords {
  readonly fieldName: (kind: RecordKind, field: string) => string;
  readonly explain: (kind: RecordKind, reasons: readonly Reason[]) => string;
  readonly explainFile: (reason: FileReason) => string;
  readonly template: FileTexts['templates'];
}

const wordsOf = (language: Language, own: FileTexts, rules: RuleTexts): FileWords => {
  const fieldName = (kind: RecordKind, field: string): string =>
    (own.fields[kind] as Readonly<Record<string, string>>)[field] ?? field;
  const explainOne = (kind: RecordKind, reason: Reason): string =>
    formatReason(language, { ...own, rules }, reason, (field) => fieldName(kind, field));
  return {
    fieldName,
    explain: (kind, reasons) => {
      const text = reasons.map((reason) => explainOne(kind, reason)).join('; ');
      // A value at the beginning stays as it is in the file.
      const beginsWithValue = reasons[0] !== undefined && own.reasons[reasons[0].code].startsWith('{');
      return beginsWithValue ? text : text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
    },
    explainFile: (reason) => formatFileReason(language, own, reason),
    template: own.templates,
  };
};

export const useFileWords = (): Load<FileWords> => {
  const language = useLanguage();
  return useLoad(language, async () => {
    const [own, rules] = await Promise.all([
      import(`../../../../../shared/files/locales/${language}.json`) as Promise<{ readonly default: FileTexts }>,
      import(`../../../../../shared/rules/locales/${language}.json`) as Promise<{ readonly default: RuleTexts }>,
    ]);
    return wordsOf(language, own.default, rules.default);
  });
};
