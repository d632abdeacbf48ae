import type { Group } from './actor.ts';
import { checkinGroups } from './groups/checkins.ts';
import { keyGroups } from './groups/keys.ts';
import { memberGroups } from './groups/members.ts';
import { peopleGroups } from './groups/people.ts';
import { pushGroups } from './groups/pushes.ts';
import { tokenGroups } from './groups/tokens.ts';

/** All groups. docs/protocols.md refers to them by name. */
export const groups: readonly Group[] = [
  ...checkinGroups,
  ...tokenGroups,
  ...keyGroups,
  ...peopleGroups,
  ...memberGroups,
  ...pushGroups,
];
