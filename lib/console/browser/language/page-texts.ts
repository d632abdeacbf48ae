import { useLoad, type Load } from '../components/use-load.ts';
import { type Language, type TextsOf, useLanguage, useTexts } from './language.ts';

/** The files of the texts of one page, which are fetched when the page is opened, so that other pages appear sooner. */
export type PageTextFiles<Texts> = Readonly<Record<Language, () => Promise<{ readonly default: Texts }>>>;

/** The texts that all pages share, and those of a page with files of its own. */
export const usePageTexts = <Texts extends object>(
  files: PageTextFiles<Texts>,
): Pick<Load<TextsOf<'common'> & Texts>, 'data' | 'error' | 'reload'> => {
  const language = useLanguage();
  const common = useTexts();
  const { data, error, reload } = useLoad(language, async () => (await files[language]()).default);
  return { data: data && { ...common, ...data }, error, reload };
};
