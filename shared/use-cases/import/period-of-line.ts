import { validatePeriod, type CheckinPeriod } from '../../domain/checkin-period.ts';
import type { Instant } from '../../domain/instant.ts';

/** A check-in period as a line gives it: by its two moments, or by the booking's start and the minutes around it. */
export interface PeriodFields {
  readonly checkinOpensAt?: Instant;
  readonly noShowAt?: Instant;
  readonly startsAt?: Instant;
  readonly checkinAdvanceMinutes?: number;
  readonly noShowMinutes?: number;
}

const byMoments = ['checkinOpensAt', 'noShowAt'] as const;
const byStart = ['startsAt', 'checkinAdvanceMinutes', 'noShowMinutes'] as const;

const MINUTE = 60_000;

type Found = { readonly period: CheckinPeriod } | { readonly reason: string };

const readMoments = ({ checkinOpensAt, noShowAt }: PeriodFields): Found => {
  if (checkinOpensAt === undefined) return { reason: 'checkinOpensAt is missing' };
  if (noShowAt === undefined) return { reason: 'noShowAt is missing' };
  return { period: { checkinOpensAt, noShowAt } };
};

const readStart = ({ startsAt, checkinAdvanceMinutes, noShowMinutes }: PeriodFields): Found => {
  if (startsAt === undefined) return { reason: 'startsAt is missing' };
  if (checkinAdvanceMinutes === undefined) return { reason: 'checkinAdvanceMinutes is missing' };
  if (noShowMinutes === undefined) return { reason: 'noShowMinutes is missing' };
  const checkinOpensAt = startsAt - checkinAdvanceMinutes * MINUTE;
  return { period: { checkinOpensAt, noShowAt: startsAt + noShowMinutes * MINUTE } };
};

const find = (fields: PeriodFields): Found => {
  const moments = byMoments.filter((name) => fields[name] !== undefined);
  const start = byStart.filter((name) => fields[name] !== undefined);
  if (moments.length > 0 && start.length > 0)
    return {
      reason: `${start[0]} does not go with ${moments[0]}: give ${byMoments.join(' and ')}, or ${byStart.join(', ')}`,
    };
  if (moments.length === 0 && start.length === 0)
    return { reason: `the check-in period is missing: give ${byMoments.join(' and ')}, or ${byStart.join(', ')}` };
  return moments.length > 0 ? readMoments(fields) : readStart(fields);
};

/** The check-in period that a line means, or what to mend in it. */
export const periodOfLine = (fields: PeriodFields): Found => {
  const found = find(fields);
  const fault = 'period' in found ? validatePeriod(found.period) : undefined;
  return fault === undefined ? found : { reason: fault };
};
