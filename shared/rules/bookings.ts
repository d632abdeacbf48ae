/** In the order in which a push lists them. */
export const bookingKinds = ['position', 'parking'] as const;
export type BookingKind = (typeof bookingKinds)[number];

/** `no_show`: the user did not come. `expected`: the user can still come. */
export const attendanceResults = ['checked_in', 'no_show', 'expected'] as const;
export type AttendanceResult = (typeof attendanceResults)[number];

/**
 * States as reported to the system that owns the bookings. `unknown`: there is no such booking; `upcoming`: its check-in period
 * has not begun.
 */
export const bookingStates = ['checked_in', 'open', 'no_show', 'upcoming', 'unknown'] as const;
export type BookingState = (typeof bookingStates)[number];

export const checkinCodes = ['checked_in', 'already_checked_in', 'nothing_open'] as const;
export type CheckinCode = (typeof checkinCodes)[number];

/** The outcomes of check-in requests in the log. */
export const loggedCodes = [
  ...checkinCodes,
  'user_not_found',
  'invalid_field',
  'idempotency_key_reused',
  'dependency_unavailable',
] as const;
export type LoggedCode = (typeof loggedCodes)[number];

/** `open`: would be checked in. `too_early`: check-in has not opened. `too_late`: `noShowAt` has passed. */
export const dryRunResults = ['open', 'already_checked_in', 'too_early', 'too_late'] as const;

/** `checked_in`: by this request, or by the request that it retries. */
export const evaluationResults = ['checked_in', ...dryRunResults] as const;
export type EvaluationResult = (typeof evaluationResults)[number];

/** Why somebody is checked in by hand, as the reception chooses it. Stored as the reason, in place of a text. */
export const checkinReasons = ['badge_forgotten', 'badge_broken', 'reader_broken'] as const;
export const undoReasons = ['mistake'] as const;

/** The outcomes for each booking of a check-in by hand. */
export const byHandResults = [
  'checked_in',
  'already_checked_in',
  'outside_checkin_period',
  'booking_not_found',
] as const;
export type ByHandResult = (typeof byHandResults)[number];

/** The maximum number of days in a report of attendance. */
export const MAX_REPORT_DAYS = 92;

/** Checked on every write of a booking, because the query for open bookings finds only periods that end within this time. */
export const MAX_CHECKIN_PERIOD_HOURS = 72;

/** How long a retry is recognised by its key. */
export const IDEMPOTENCY_KEY_HOURS = 72;
