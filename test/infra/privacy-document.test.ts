import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { capitalise } from '../../lib/aws/constructs/capitalise.ts';
import { functionNeeds } from '../../lib/aws/function-needs.ts';
import { stages } from '../../lib/aws/stages.ts';
import type { StageSettings } from '../../lib/aws/stage-settings.ts';
import { tables } from '../../shared/tables.ts';

const text = readFileSync('docs/privacy.md', 'utf8');

/** The functions in the row of a table. */
const functionsIn = (table: string): string[] => {
  const row = text.split('\n').find((line) => line.startsWith(`| \`${table}\` `)) ?? '';
  return [...row.matchAll(/`(\w+)`/g)].slice(1).map(([, code]) => code ?? '');
};

/** The functions whose role may write items of a table, as its policy in the template says. */
const writersOf = (table: string): string[] =>
  Object.entries(functionNeeds)
    .filter(([, { items }]) =>
      (items as Record<string, readonly string[]>)[table]?.some((one) => /Put|Update|Delete|Write/.test(one)),
    )
    .map(([name]) => name);

describe('docs/privacy.md', () => {
  // Public keys are not about people.
  const aboutPeople = Object.keys(tables).filter((table) => table !== 'signingKeys');

  it.each(aboutPeople)('names the functions that can write the table %s', (table) => {
    expect(functionsIn(capitalise(table)).toSorted()).toEqual(writersOf(table).toSorted());
  });

  it('says how long the stages keep data', () => {
    const { dev, prod } = stages as { readonly dev: StageSettings; readonly prod: StageSettings };
    for (const stage of [dev, prod]) {
      expect(text).toContain(`${stage.checkinLogDays} days (\`checkinLogDays\``);
      expect(text).toContain(`${stage.adminLogDays} days (\`adminLogDays\``);
    }
    expect(text).toContain(`${dev.logRetentionDays} days, ${prod.logRetentionDays} in \`prod\` (\`logRetentionDays\``);
  });
});
