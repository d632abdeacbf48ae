import type { CheckinOutcome } from '../domain/checkin.ts';
import { formatDateTime, type Instant } from '../domain/instant.ts';
import type { FieldProblem } from '../rules/field-rule.ts';
import type { ValueProblem } from '../rules/read-value.ts';
import { formatProblem, formatText } from '../rules/format-text.ts';
import type { LanguageTag } from '../rules/languages.ts';
import deRules from '../rules/locales/de.json' with { type: 'json' };
import enRules from '../rules/locales/en.json' with { type: 'json' };
import esRules from '../rules/locales/es.json' with { type: 'json' };
import ptBrRules from '../rules/locales/pt-BR.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import ptBr from './pt-BR.json' with { type: 'json' };

/** The messages in one language. A key that a language lacks, or that only one language has, is a type error below. */
type Messages = typeof de & typeof en & typeof es & typeof ptBr;

export const messagesByTag: Readonly<Record<LanguageTag, Messages>> = { en, 'pt-BR': ptBr, es, de };

const ruleTexts: Readonly<Record<LanguageTag, typeof enRules>> = {
  en: enRules,
  'pt-BR': ptBrRules,
  es: esRules,
  de: deRules,
};

export interface Language {
  /** The value of Content-Language (RFC 5646). */
  readonly tag: LanguageTag;
  readonly messages: Messages;
}

const isAboutValue = (problem: FieldProblem): problem is ValueProblem => problem.kind in enRules;

/** Returns a sentence that says what is wrong with a field. The texts of rules lack the beginning of the sentence. */
export const describeProblem = (field: string, problem: FieldProblem, { tag, messages }: Language): string =>
  isAboutValue(problem)
    ? `${field} ${formatProblem(ruleTexts[tag], problem)}.`
    : formatText(tag, messages.fields[problem.kind], { ...problem, field });

type Outcome = CheckinOutcome & { readonly at: Instant };

/** Says what was done, or why nothing was done. `at`: the time for which the check-in was evaluated. */
export const describeCheckin = ({ at, checkinCount, checkedInSince }: Outcome, { tag, messages }: Language): string => {
  const { done, alreadySince, nothingOpenAt } = messages.checkin;
  if (checkinCount > 0) return formatText(tag, done, { count: checkinCount });
  return checkedInSince === undefined
    ? formatText(tag, nothingOpenAt, { time: formatDateTime(at) })
    : formatText(tag, alreadySince, { time: formatDateTime(checkedInSince) });
};

export const describeDryRun = (outcome: Outcome, language: Language): string =>
  outcome.checkinCount > 0
    ? formatText(language.tag, language.messages.checkin.wouldDo, { count: outcome.checkinCount })
    : describeCheckin(outcome, language);
