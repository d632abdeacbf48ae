import { formatMoment } from '../../components/moment.tsx';
import { useZone } from '../../components/zone.ts';
import { useLanguage, useNumber, useTexts } from '../../language/language.ts';
import type { Words } from './describe-entry.ts';

export const useWords = (): Words => {
  const language = useLanguage();
  const t = useTexts('log');
  const formatNumber = useNumber();
  const timeZone = useZone();
  return { t, language, formatNumber, formatMoment: (value) => formatMoment(value, language, 'full', timeZone) };
};
