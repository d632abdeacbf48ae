import type { LanguageTag } from '../domain/language.ts';
import type { PushWords } from '../domain/push.ts';
import { pushEn } from './en.ts';
import { pushEs } from './es.ts';
import { pushPtBr } from './pt-br.ts';

/** What pushes say in each language; apart from the messages of responses, which the push function then does not contain. */
export const pushWords: Readonly<Record<LanguageTag, PushWords>> = { en: pushEn, 'pt-BR': pushPtBr, es: pushEs };
