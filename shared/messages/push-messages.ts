import type { LanguageTag } from '../rules/languages.ts';
import type { PushMessages } from '../domain/push.ts';

/** This file is separate from the messages of responses, to keep them out of the push function's bundle. */
export const pushMessages: Readonly<Record<LanguageTag, PushMessages>> = {
  en: {
    locale: 'en-GB',
    title: 'Checked in',
    kinds: { position: 'Position', parking: 'Parking' },
    more: (count) => `${count} more`,
  },
  'pt-BR': {
    locale: 'pt-BR',
    title: 'Check-in realizado',
    kinds: { position: 'Mesa', parking: 'Vaga' },
    more: (count) => `mais ${count}`,
  },
  es: {
    locale: 'es',
    title: 'Check-in realizado',
    kinds: { position: 'Puesto', parking: 'Aparcamiento' },
    more: (count) => `${count} más`,
  },
};
