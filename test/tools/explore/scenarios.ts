import type { Scenario } from './scenario.ts';
import { byHandScenarios } from './scenarios/by-hand.ts';
import { checkinScenarios } from './scenarios/checkins.ts';
import { keyScenarios } from './scenarios/keys.ts';
import { logInScenarios } from './scenarios/log-ins.ts';
import { memberScenarios } from './scenarios/members.ts';
import { pushScenarios } from './scenarios/pushes.ts';
import { tokenScenarios } from './scenarios/tokens.ts';
import { userScenarios } from './scenarios/users.ts';

/** Everything that is explored; docs/protocols.md refers to scenarios by their names. */
export const scenarios: readonly Scenario[] = [
  ...checkinScenarios,
  ...byHandScenarios,
  ...tokenScenarios,
  ...logInScenarios,
  ...keyScenarios,
  ...userScenarios,
  ...memberScenarios,
  ...pushScenarios,
];
