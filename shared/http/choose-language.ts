import { type Language, messagesByTag } from '../messages/messages.ts';
import { languageTags, nearestLanguage } from '../rules/languages.ts';
import { readHeaderText, type ApiRequest } from './api-request.ts';

export const languages: readonly Language[] = languageTags.map((tag) => ({ tag, messages: messagesByTag[tag] }));
const defaultLanguage: Language = { tag: languageTags[0], messages: messagesByTag[languageTags[0]] };

/** Matches a language range with its weight (RFC 9110, sections 12.5.4 and 12.4.2). */
const PREFERENCE = /^(?<range>[a-z]{1,8}(?:-[a-z\d]{1,8})*|\*)(?:[ \t]*;[ \t]*q=(?<weight>[01](?:\.\d{0,3})?))?$/i;

const findLanguage = (range: string): Language | undefined =>
  range === '*' ? defaultLanguage : languages.find(({ tag }) => tag === nearestLanguage(range));

/** The language of a response. Malformed parts of Accept-Language, and languages that are not available, are ignored. */
export const chooseLanguage = (request: Pick<ApiRequest, 'headers'>): Language => {
  let best: { language: Language; weight: number } = { language: defaultLanguage, weight: 0 };
  for (const preference of readHeaderText(request, 'accept-language').split(',')) {
    const groups = PREFERENCE.exec(preference.trim())?.groups as { range: string; weight?: string } | undefined;
    if (!groups) continue;
    const language = findLanguage(groups.range);
    const weight = Number(groups.weight ?? '1');
    if (language && weight > best.weight && weight <= 1) best = { language, weight };
  }
  return best.language;
};
