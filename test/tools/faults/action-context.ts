import type { ConsoleResponse, ConsoleRequest } from '../../support/console-service.ts';
import type { ConsoleRouteId } from '../../../shared/console-api/routes.ts';
import type { Bench } from './bench.ts';
import { users, type Company } from './company.ts';
import type { HistoryPlan } from './history-plan.ts';
import type { ActionRecord } from './history-record.ts';
import type { IssuedToken } from './perform-swipes.ts';

/** What the performers of actions use. */
export interface ActionContext {
  readonly bench: Bench;
  readonly plan: HistoryPlan;
  readonly company: Company;
  /** The token that the gates use, and what discards it. */
  readonly token: () => Promise<IssuedToken>;
  readonly renew: () => void;
  /** The console's API, as a member of the company. */
  readonly callConsole: (route: ConsoleRouteId, request: ConsoleRequest) => Promise<ConsoleResponse>;
}

/** The three steps of an action, all about one record. */
export interface ActionPerformer {
  /** Sends the requests, while there are faults. */
  readonly perform: (context: ActionContext, record: ActionRecord) => Promise<void>;
  /** Sends them again after the faults, where the caller would. */
  readonly finish?: (context: ActionContext, record: ActionRecord) => Promise<void>;
}

/** How often a request is sent while there are faults, by a caller who gives up. */
export const TRIES_UNDER_FAULTS = 3;

export const userOf = ({ action }: ActionRecord): (typeof users)[number] =>
  users[action.person] as (typeof users)[number];

export const expectStatus = (
  record: ActionRecord,
  expected: readonly (number | undefined)[],
  { status, body }: { readonly status?: number; readonly body?: unknown },
): void => {
  if (expected.includes(status)) return;
  record.violations.push({
    invariant: 'every response is one that is expected',
    detail: `${record.action.kind} got ${status} ${JSON.stringify(body)}`,
  });
};
