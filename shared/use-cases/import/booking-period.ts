import { validatePeriod, type CheckinPeriod } from '../../domain/checkin-period.ts';
import { isRfc3339, MINUTE, type Instant } from '../../domain/instant.ts';
import { rejectInvalid } from './apply-records.ts';

type Clearable<Value> = Value | null | undefined;

/** Either two times, or the start of the booking and the minutes before and after it. */
export interface PeriodFields {
  readonly checkinOpensAt?: Clearable<Instant>;
  readonly noShowAt?: Clearable<Instant>;
  readonly startsAt?: Clearable<Instant>;
  readonly checkinAdvanceMinutes?: Clearable<number>;
  readonly noShowMinutes?: Clearable<number>;
}

const byTimes = ['checkinOpensAt', 'noShowAt'] as const;
const byStart = ['startsAt', 'checkinAdvanceMinutes', 'noShowMinutes'] as const;
const FORMS = 'either checkinOpensAt and noShowAt, or startsAt, checkinAdvanceMinutes and noShowMinutes';

/** @throws RecordRejected if the field is missing */
const requireField = (fields: PeriodFields, name: keyof PeriodFields): number =>
  fields[name] ?? rejectInvalid(`${name} is missing`);

const readStart = (fields: PeriodFields): CheckinPeriod => {
  const [startsAt, advance, noShow] = byStart.map((name) => requireField(fields, name)) as [number, number, number];
  return { checkinOpensAt: startsAt - advance * MINUTE, noShowAt: startsAt + noShow * MINUTE };
};

/** An omitted time keeps its value; times cannot be cleared. */
const readTimes = (fields: PeriodFields, before: CheckinPeriod | undefined): CheckinPeriod => {
  const [checkinOpensAt, noShowAt] = byTimes.map((name) =>
    fields[name] === undefined && before ? before[name] : requireField(fields, name),
  ) as [Instant, Instant];
  return { checkinOpensAt, noShowAt };
};

const findPeriod = (fields: PeriodFields, before: CheckinPeriod | undefined): CheckinPeriod => {
  const times = byTimes.filter((name) => (fields[name] ?? undefined) !== undefined);
  const start = byStart.filter((name) => (fields[name] ?? undefined) !== undefined);
  if (times.length > 0 && start.length > 0)
    return rejectInvalid(`${start[0]} does not go with ${times[0]}: give ${FORMS}`);
  if (start.length > 0) return readStart(fields);
  if (times.length > 0) return readTimes(fields, before);
  const isOmitted = [...byTimes, ...byStart].every((name) => fields[name] === undefined);
  return isOmitted && before ? before : rejectInvalid(`the check-in period is missing: give ${FORMS}`);
};

/**
 * Reads the check-in period of a booking.
 * @param before the period that the booking has so far; undefined for a new booking
 * @throws RecordRejected
 */
export const readPeriod = (fields: PeriodFields, before: CheckinPeriod | undefined): CheckinPeriod => {
  const { checkinOpensAt, noShowAt } = findPeriod(fields, before);
  const problem = validatePeriod({ checkinOpensAt, noShowAt });
  if (problem !== undefined) return rejectInvalid(problem);
  if (!isRfc3339(checkinOpensAt) || !isRfc3339(noShowAt))
    return rejectInvalid('the check-in period must be within the years 0000 to 9999, in UTC');
  return { checkinOpensAt, noShowAt };
};
