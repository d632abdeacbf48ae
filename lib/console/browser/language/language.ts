import { createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { formatText, type Plural, type TextValues } from '../../../../shared/rules/format-text.ts';
import { isLanguageTag, type LanguageTag, languageTags } from '../../../../shared/rules/languages.ts';
import type texts from '../locales/en.json';
import type help from '../locales/pages/help.en.json';
import type imports from '../locales/pages/import.en.json';
import type members from '../locales/pages/members.en.json';
import type report from '../locales/pages/report.en.json';
import type tries from '../locales/pages/try.en.json';
import type users from '../locales/pages/users.en.json';
import type { PageId } from '../navigation/page-id.ts';

export type Language = LanguageTag;

/** The texts that all pages need, then those of single pages. */
type Texts = typeof texts & {
  readonly help: typeof help;
  readonly import: typeof imports;
  readonly members: typeof members;
  readonly report: typeof report;
  readonly try: typeof tries;
  readonly users: typeof users;
};

/** The name of each of the console's languages, in that language. */
export const LANGUAGES: Readonly<Record<Language, string>> = {
  en: 'English',
  'pt-BR': 'Português (Brasil)',
  es: 'Español',
  de: 'Deutsch',
};

const STORAGE_KEY = 'checkin-console.language';

const base = (tag: string): string => tag.split('-')[0] ?? tag;

/** Returns the language that was last chosen in this browser, or else the browser's first supported language. */
export const initialLanguage = (): Language => {
  const chosen = localStorage.getItem(STORAGE_KEY);
  if (isLanguageTag(chosen)) return chosen;
  const matches = navigator.languages.map((tag) => languageTags.find((one) => base(one) === base(tag)));
  return matches.find((one) => one !== undefined) ?? 'en';
};

/** Stores the choice for the next visit and sets the language of the page. */
export const applyLanguage = (language: Language): void => {
  localStorage.setItem(STORAGE_KEY, language);
  document.documentElement.lang = language;
};

/** The tag, or undefined if it is invalid. Some browsers report a language such as `en-US@posix`, which Intl rejects. */
export const validTag = (tag: string): string | undefined => (/^[\w-]+$/.test(tag) ? tag : undefined);

/**
 * The locale for dates, times and numbers: the browser's locale if it is a variant of the page's language (as `en-GB` is of
 * `en`), otherwise the page's language.
 */
export const localeOf = (language: Language): string =>
  navigator.language.startsWith(`${language}-`) ? (validTag(navigator.language) ?? language) : language;

/** A language and its texts. */
export interface LoadedLanguage {
  readonly language: Language;
  readonly texts: Texts;
}

export const hasTexts = (texts: Texts, page: PageId): boolean => Object.hasOwn(texts, page);

/** The pages that have been opened: a change of the language fetches their texts too. */
const opened = new Set<PageId>();

/** Fetches the texts of a page when it is first opened, so that other pages appear sooner. */
export const openTexts = async ({ language, texts }: LoadedLanguage, page: PageId): Promise<void> => {
  opened.add(page);
  if (hasTexts(texts, page)) return;
  const file = (await import(`../locales/pages/${page}.${language}.json`)) as { readonly default: object };
  Object.assign(texts, { [page]: file.default });
};

export const loadLanguage = async (language: Language): Promise<LoadedLanguage> => {
  const file = (await import(`../locales/${language}.json`)) as { readonly default: Texts };
  const loaded = { language, texts: { ...file.default } };
  await Promise.all([...opened].map((page) => openTexts(loaded, page)));
  return loaded;
};

interface ChosenLanguage extends LoadedLanguage {
  /** The language that was chosen last: the page's own, unless its texts are still being loaded. */
  readonly chosen: Language;
  readonly choose: (language: Language) => void;
}

/** The language of the page, and the function that changes it. */
export const LanguageContext = createContext<ChosenLanguage | null>(null);

export const useLanguageContext = () => {
  const context = useContext(LanguageContext);
  if (context === null) throw new Error('This component is outside the LanguageProvider.');
  return context;
};

export const useLanguage = (): Language => useLanguageContext().language;

/** Returns a function that formats a number for the locale, for example as 20,000. */
export const useNumber = (): ((value: number) => string) => {
  const format = new Intl.NumberFormat(localeOf(useLanguage()));
  return (value) => format.format(value);
};

/** The texts that all pages share, one page's own, and `format`, which fills in the placeholders of a text. */
export type TextsOf<Page extends keyof Texts> = Omit<Texts['common'], keyof Texts[Page]> &
  Texts[Page] & { readonly format: (text: string | Plural, values: TextValues) => string };

export const useTexts = <Page extends keyof Texts = 'common'>(page?: Page): TextsOf<Page> => {
  const { language, texts } = useLanguageContext();
  return useMemo(
    () =>
      ({
        ...texts.common,
        ...texts[page ?? 'common'],
        format: (text: string | Plural, values: TextValues) => formatText(language, text, values),
      }) as TextsOf<Page>,
    [texts, page],
  );
};

/** Names an action and its target, in any language, for the action's button and dialog. */
export const actionName = (action: string, target: string): string => `${action}: ${target}`;
