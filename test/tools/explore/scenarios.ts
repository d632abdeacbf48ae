import type { Scenario } from './scenario.ts';
import { changeScenarios } from './scenarios/changes.ts';
import { checkinScenarios } from './scenarios/checkins.ts';
import { keyScenarios } from './scenarios/keys.ts';
import { logInScenarios } from './scenarios/log-ins.ts';
import { memberScenarios } from './scenarios/members.ts';
import { pushScenarios } from './scenarios/pushes.ts';
import { tokenScenarios } from './scenarios/tokens.ts';
import { userScenarios } from './scenarios/users.ts';

/** All scenarios. docs/protocols.md refers to them by group. */
export const scenarios: readonly Scenario[] = [
  ...checkinScenarios,
  ...changeScenarios,
  ...tokenScenarios,
  ...logInScenarios,
  ...keyScenarios,
  ...userScenarios,
  ...memberScenarios,
  ...pushScenarios,
];
