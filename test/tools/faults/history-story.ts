import type { Booking } from '../../../shared/domain/booking.ts';
import type { SufferedCall } from './fault-director.ts';
import type { HistoryPlan, Swipe } from './history-plan.ts';

/** What came back of one request; without a status nothing did. */
export interface SwipeAnswer {
  readonly status?: number;
  readonly count?: number;
  readonly requestId?: string;
  readonly milliseconds: number;
  /** How the answer differs from what the API document says. */
  readonly faults: readonly string[];
}

export interface SwipeStory {
  readonly swipe: Swipe;
  readonly answers: readonly SwipeAnswer[];
  /** How many of the answers came while things were broken: the first ones. */
  readonly answersWhenBroken: number;
}

/** A company, its bookings as they were planned and as they are in the end. */
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
  /** What came back of a swipe with a token of another type. */
  readonly impostor: SwipeAnswer;
  /** What the service asked of the database while it was broken. */
  readonly calls: readonly SufferedCall[];
}
