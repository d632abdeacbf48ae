import { useLayoutEffect, useState } from 'preact/hooks';
import type files from '../../../../../shared/files/locales/en.json';
import {
  formatFileReason,
  formatReason,
  type FileReason,
  type Reason,
  type ReasonTexts,
} from '../../../../../shared/files/reason.ts';
import type { RecordKind } from '../../../../../shared/rules/records.ts';
import { type Language, useLanguage } from '../../language/language.ts';

type FileTexts = typeof files;
type RuleTexts = ReasonTexts['rules'];

/** Each language is a separate file, which only this page fetches. */
const texts: Readonly<
  Record<Language, () => Promise<readonly [{ readonly default: FileTexts }, { readonly default: RuleTexts }]>>
> = {
  en: () =>
    Promise.all([
      import('../../../../../shared/files/locales/en.json'),
      import('../../../../../shared/rules/locales/en.json'),
    ]),
  'pt-BR': () =>
    Promise.all([
      import('../../../../../shared/files/locales/pt-BR.json'),
      import('../../../../../shared/rules/locales/pt-BR.json'),
    ]),
  es: () =>
    Promise.all([
      import('../../../../../shared/files/locales/es.json'),
      import('../../../../../shared/rules/locales/es.json'),
    ]),
  de: () =>
    Promise.all([
      import('../../../../../shared/files/locales/de.json'),
      import('../../../../../shared/rules/locales/de.json'),
    ]),
};

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
    explain: (kind, reasons) => reasons.map((reason) => explainOne(kind, reason)).join('; '),
    explainFile: (reason) => formatFileReason(language, own, reason),
    template: own.templates,
  };
};

/** @returns undefined until the texts are loaded */
export const useFileWords = (): FileWords | undefined => {
  const language = useLanguage();
  const [words, setWords] = useState<FileWords>();
  useLayoutEffect(() => {
    let isCurrent = true;
    const load = async (): Promise<void> => {
      const [{ default: own }, { default: rules }] = await texts[language]();
      if (isCurrent) setWords(wordsOf(language, own, rules));
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return words;
};
