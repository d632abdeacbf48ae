import type { SourceChange } from '../change-source.ts';
import type { Mode } from './history.ts';

/** A protection of the service to remove. */
export interface Sabotage extends SourceChange {
  /** The mode that reveals it. */
  readonly mode: Mode;
  /** The invariant that must be reported as broken. */
  readonly breaks: string;
}

const COUNTS = 'an acknowledged count is that of the bookings checked in';

/** The protections that the bench must miss, by the defect without them. */
export const sabotages: Readonly<Record<string, Sabotage>> = {
  'a check-in writes over another': {
    file: 'shared/adapters/dynamodb/booking-checkins.ts',
    text: '`attribute_not_exists(checkin) AND ${isOpen} AND ${isNotUndone}`',
    instead: '`${isOpen} AND ${isNotUndone}`',
    mode: 'kill',
    breaks: COUNTS,
  },
  'a repeat does not know the first attempt again': {
    file: 'shared/use-cases/checkin/perform-checkin.ts',
    text: 'if (idempotencyKey === undefined) return own;',
    instead: 'return own;',
    mode: 'kill',
    breaks: COUNTS,
  },
  'companies share their keys': {
    file: 'shared/adapters/dynamodb/booking-item.ts',
    text: 'joinKey(companyId, userId)',
    instead: "joinKey(companyId.replace('-twin', ''), userId)",
    mode: 'kill',
    breaks: 'a booking is checked in by one request of its own company',
  },
};
