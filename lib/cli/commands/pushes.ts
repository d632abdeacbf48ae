import type { Command } from 'commander';
import type { WithSession } from '../session.ts';
import { addReplay } from './add-replay.ts';

const HELP = `Sends again what is in the queue PushFailures, and removes what was delivered. A push that Lambda gave up can be replayed
for 24 hours; one that SNS refused, for 14 days.`;

/** The noun `pushes`: notifications of check-ins. */
export const addPushes = (pushes: Command, withSession: WithSession): void =>
  addReplay(pushes, 'pushes', HELP, withSession);
