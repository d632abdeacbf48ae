import type { Booking } from '../../../shared/domain/booking.ts';
import type { SufferedCall } from './fault-director.ts';
import type { HistoryPlan, Swipe } from './history-plan.ts';

/** The response to one request; without a status there was none. */
export interface SwipeAnswer {
  readonly status?: number;
  readonly count?: number;
  readonly requestId?: string;
  readonly milliseconds: number;
  /** How the response differs from the API document. */
  readonly faults: readonly string[];
}

export interface SwipeStory {
  readonly swipe: Swipe;
  readonly answers: readonly SwipeAnswer[];
  /** How many of the responses, the first ones, came while there were faults. */
  readonly answersWhenBroken: number;
}

/** A company, its bookings as planned and as they are at the end. */
export interface CompanyStory {
  readonly companyId: string;
  readonly clientId: string;
  readonly bookings: readonly Booking[];
}

export interface HistoryStory {
  readonly plan: HistoryPlan;
  readonly own: CompanyStory;
  readonly twin: CompanyStory;
  readonly swipes: readonly SwipeStory[];
  /** The response to a swipe with a token of another type. */
  readonly impostor: SwipeAnswer;
  /** The service's calls to the database while there were faults. */
  readonly calls: readonly SufferedCall[];
}
