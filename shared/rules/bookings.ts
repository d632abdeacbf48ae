/** In the order in which a push lists them. */
export const bookingKinds = ['position', 'parking'] as const;
export type BookingKind = (typeof bookingKinds)[number];

/** The user came, did not come, or can still come. */
export const attendanceResults = ['checked_in', 'no_show', 'expected'] as const;
export type AttendanceResult = (typeof attendanceResults)[number];

/**
 * What became of a booking, for the system that owns it. `unknown`: there is no such booking; `upcoming`: its check-in period has
 * not begun.
 */
export const bookingStates = ['checked_in', 'open', 'no_show', 'upcoming', 'unknown'] as const;
export type BookingState = (typeof bookingStates)[number];

/** The result of a check-in request. */
export const checkinCodes = ['checked_in', 'already_checked_in', 'nothing_open'] as const;
export type CheckinCode = (typeof checkinCodes)[number];

/**
 * What a dry run says about a booking. `open`: it would be checked in. `too_early`: check-in had not opened at
 * the moment of the request. `too_late`: the no-show moment had passed.
 */
export const dryRunResults = ['open', 'already_checked_in', 'too_early', 'too_late'] as const;

/** The result for one booking. `checked_in`: this request, or the one that it retries, checked it in. */
export const evaluationResults = ['checked_in', ...dryRunResults] as const;
export type EvaluationResult = (typeof evaluationResults)[number];

/**
 * The maximum length of a check-in period. Enforced on every write of a booking, because the query for open bookings reads only this
 * range.
 */
export const MAX_CHECKIN_PERIOD_HOURS = 72;

/** How long an Idempotency-Key is remembered. */
export const IDEMPOTENCY_KEY_HOURS = 72;
