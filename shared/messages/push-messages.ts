import type { LanguageTag } from '../rules/languages.ts';
import type { PushMessages } from '../domain/push.ts';

/** In a file of their own, so that the push function's bundle does not contain the messages of responses. */
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
