import type { Command } from 'commander';
import type { WithSession } from '../session.ts';
import { addReplay } from './add-replay.ts';

const HELP = `Sends again what is in the queue EventFailures, and removes what was delivered. Events that Lambda gave up can be
replayed for 24 hours; those that EventBridge refused, for 14 days. An event has the same id whenever it is sent.`;

/** The noun `events`: what happens, for other systems. */
export const addEvents = (events: Command, withSession: WithSession): void =>
  addReplay(events, 'events', HELP, withSession);
