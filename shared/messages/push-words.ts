import type { LanguageTag } from '../domain/language.ts';
import type { PushWords } from '../domain/push.ts';
import { pushEn } from './en.ts';
import { pushEs } from './es.ts';
import { pushPtBr } from './pt-br.ts';

/** The words of pushes in each language. Separate from the messages of responses, so that the push function does not contain those. */
export const pushWords: Readonly<Record<LanguageTag, PushWords>> = { en: pushEn, 'pt-BR': pushPtBr, es: pushEs };
