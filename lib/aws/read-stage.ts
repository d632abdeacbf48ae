import * as v from 'valibot';
import { stageSettingsSchema, type StageSettings } from './stage-settings.ts';
import { stages } from './stages.ts';

/** An invalid stage or setting; `message` says how to fix it. */
export class WrongStageError extends Error {
  readonly code = 'wrong_stage';
}

export interface Stage {
  readonly name: string;
  readonly settings: StageSettings;
}

type Values = Readonly<Record<string, unknown>>;

/** The CDK's own context is namespaced (`aws:cdk:…`, `@aws-cdk/…`, `vpc-provider:…`); everything else is a stage setting. */
const isStageSetting = (key: string): boolean => !/[:@]/.test(key);

const list = (names: readonly string[]): string => names.join(', ');

const describe = ({ input, message }: v.BaseIssue<unknown>): string =>
  input === undefined ? 'is missing' : `is ${JSON.stringify(input)} and ${message}`;

const describeIssue = (stage: string, issue: v.BaseIssue<unknown>): string => {
  const path = v.getDotPath(issue) ?? '';
  return issue.expected === 'never'
    ? `Stage "${stage}" has an unknown setting ${path}; ${issue.message}.`
    : `Setting ${path} of stage "${stage}" ${describe(issue)}.`;
};

/** Checks the rules that concern several settings. @throws WrongStageError */
const checkCombinations = (stage: string, settings: StageSettings): void => {
  const { consoleIssuer, consoleClientId } = settings;
  if ((consoleIssuer === undefined) !== (consoleClientId === undefined)) {
    throw new WrongStageError(
      `Stage "${stage}" needs both consoleIssuer and consoleClientId, or neither: consoleClientId is the console’s id at the issuer.`,
    );
  }
};

const check = (stage: string, values: Values): StageSettings => {
  const result = v.safeParse(stageSettingsSchema, values);
  if (!result.success) throw new WrongStageError(result.issues.map((issue) => describeIssue(stage, issue)).join(' '));
  checkCombinations(stage, result.output);
  return result.output;
};

/**
 * Returns the stage that the context of an app names (cdk.json, and `-c`). Other values in the context override its settings.
 * @throws WrongStageError that names the unknown stage or the invalid setting
 */
export const readStage = (context: Values): Stage => {
  const { stage: name, ...overrides } = Object.fromEntries(
    Object.entries(context).filter(([key]) => isStageSetting(key)),
  );
  const settings = typeof name === 'string' && Object.hasOwn(stages, name) ? stages[name] : undefined;
  if (typeof name !== 'string' || !settings) {
    throw new WrongStageError(
      `Stage ${JSON.stringify(name)} is unknown; use -c stage= with one of ${list(Object.keys(stages))}.`,
    );
  }
  return { name, settings: check(name, { ...settings, ...overrides }) };
};
