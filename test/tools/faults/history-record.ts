import type { Booking } from '../../../shared/domain/booking.ts';
import type { RecordedCall } from './fault-injector.ts';
import type { HistoryPlan, Swipe } from './history-plan.ts';

/** The response to one request; without a status there was none. */
export interface SwipeResponse {
  readonly status?: number;
  readonly count?: number;
  readonly requestId?: string;
  readonly milliseconds: number;
  /** How the response differs from the API document. */
  readonly faults: readonly string[];
}

export interface SwipeRecord {
  readonly swipe: Swipe;
  readonly answers: readonly SwipeResponse[];
  /** How many of the responses, the first ones, came while there were faults. */
  readonly answersUnderFaults: number;
}

/** A company, its bookings as planned and as they are at the end. */
export interface CompanyRecord {
  readonly companyId: string;
  readonly clientId: string;
  readonly bookings: readonly Booking[];
}

export interface HistoryRecord {
  readonly plan: HistoryPlan;
  readonly own: CompanyRecord;
  readonly twin: CompanyRecord;
  readonly swipes: readonly SwipeRecord[];
  /** The response to a swipe with a token of another type. */
  readonly wrongType: SwipeResponse;
  /** The service's calls to the database while there were faults. */
  readonly calls: readonly RecordedCall[];
}
