import { createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { isLanguageTag, languageTags } from '../../../../shared/rules/languages.ts';
import { type Language, type Translations, translations } from './translations.ts';
import { words } from './words.ts';

export type { Language };

/** The name of each of the console's languages, in that language. */
export const LANGUAGES: Readonly<Record<Language, string>> = {
  en: 'English',
  'pt-BR': 'Português (Brasil)',
  es: 'Español',
};

const STORAGE_KEY = 'checkin-console.language';

const base = (tag: string): string => tag.split('-')[0] ?? tag;

/** Returns the language that was last chosen in this browser, or else the browser's first supported language. */
const initialLanguage = (): Language => {
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

/** The language of the page, and the function that changes it. */
export const LanguageContext = createContext<readonly [Language, (language: Language) => void]>([
  initialLanguage(),
  () => undefined,
]);

export const useLanguage = (): Language => useContext(LanguageContext)[0];

/** Returns a function that formats a number for the locale, for example as 20,000. */
export const useNumber = (): ((value: number) => string) => {
  const format = new Intl.NumberFormat(localeOf(useLanguage()));
  return (value) => format.format(value);
};

const sharedTexts = translations(words);

/** Returns the texts that all pages share, together with one page's own. */
export const useTexts = <M extends object = object>(
  messages?: Translations<M>,
): Omit<typeof sharedTexts.en, keyof M> & M => {
  const language = useLanguage();
  return useMemo(() => ({ ...sharedTexts[language], ...(messages?.[language] as M) }), [messages, language]);
};

/** Names an action and its target, in any language, for the action's button and dialog. */
export const actionName = (action: string, target: string): string => `${action}: ${target}`;
