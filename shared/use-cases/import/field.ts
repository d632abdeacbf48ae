import type { FieldRule, RecordOf, RecordRules } from '../../rules/field-rule.ts';
import { findProblem, type Problem } from '../../rules/find-problem.ts';
import { rulesOf, validateNames } from './members.ts';

/**
 * Checks the members of a record.
 * @returns `reason` names every invalid member, as a sentence without its full stop
 */
export const parseFields = <Rules extends RecordRules>(
  rules: Rules,
  given: Readonly<Record<string, unknown>>,
): { readonly fields: RecordOf<Rules> } | { readonly reason: string } => {
  const unknown = validateNames(Object.keys(given), rules);
  if (unknown) return { reason: `${unknown.names.join(', ')} ${unknown.problem}` };
  const problemOf = ([name, rule]: [string, FieldRule]): Problem => {
    const value = given[name];
    if (value === undefined || value === null) return name in rules.required ? `${name} is missing` : undefined;
    const problem = findProblem(rule, value);
    return problem && `${name} ${problem}`;
  };
  const problems = Object.entries(rulesOf(rules))
    .map(problemOf)
    .filter((one) => one !== undefined);
  return problems.length > 0 ? { reason: problems.join('; ') } : { fields: given as RecordOf<Rules> };
};
