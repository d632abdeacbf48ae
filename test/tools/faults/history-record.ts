import type { Booking } from '../../../shared/domain/booking.ts';
import type { EndedClient, TokenResponse } from '../invariants/client-invariants.ts';
import type { Violation } from '../invariants/violation.ts';
import type { ActionFacts } from './action-violations.ts';
import type { RecordedCall } from './fault-injector.ts';
import type { GateResponse } from './gate-call.ts';
import type { PlannedAction } from './planned-action.ts';
import type { HistoryPlan, Swipe } from './history-plan.ts';

/** The response to one request; without a status there was none. */
export interface SwipeResponse extends Omit<GateResponse, 'body'> {
  readonly count?: number;
  readonly code?: string;
  /** When the log-in that its token is from got its response. */
  readonly loggedInAt: number;
}

export interface SwipeRecord {
  readonly swipe: Swipe;
  readonly responses: readonly SwipeResponse[];
  /** How many of the responses, the first ones, came while there were faults. */
  readonly responsesUnderFaults: number;
}

/** The results of the requests of an action. */
export interface ActionRecord {
  readonly action: PlannedAction;
  /** How many of its requests were acknowledged. */
  acknowledged: number;
  /** Each response to a refresh token. */
  readonly refreshes: TokenResponse[];
  /** Of a sync: whether every item got a response after the faults, and whether one was not refused. */
  isSettled?: boolean;
  isApplied?: boolean;
  /** Secrets that were shown. */
  readonly secrets: string[];
  /** When the client was disabled or its tokens were revoked; moments as in {@link GateResponse}. */
  ended?: EndedClient;
  /** What was not as it must be, by the invariant; found while it was performed. */
  readonly violations: Violation[];
}

/** A company, its bookings as planned and as they are at the end. */
export interface CompanyRecord {
  readonly companyId: string;
  readonly clientId: string;
  readonly bookings: readonly Booking[];
  /** The id of the check-in that each key stands for; only if one was undone. */
  readonly checkinIds: ReadonlyMap<string, string>;
}

export interface HistoryRecord {
  readonly plan: HistoryPlan;
  readonly own: CompanyRecord;
  readonly twin: CompanyRecord;
  readonly swipes: readonly SwipeRecord[];
  readonly actions: readonly ActionRecord[];
  /** What the actions are checked against; undefined if there were none. */
  readonly facts?: ActionFacts;
  /** The response to a swipe with a token of another type. */
  readonly wrongType: SwipeResponse;
  /** The service's calls to the database while there were faults. */
  readonly calls: readonly RecordedCall[];
}
