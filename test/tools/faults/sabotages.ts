import { mutants, type Mutant } from '../explore/mutants.ts';
import type { SourceChange } from '../change-source.ts';

/** A protection of the service to remove. */
export interface Sabotage extends SourceChange {
  /** The mode that reveals it. */
  readonly mode: 'wire' | 'sweep' | 'clock';
  /** The invariant that must be reported as broken. */
  readonly breaks: string;
}

/** What the explorer removes too. */
const asInExplorer = (name: string, mode: Sabotage['mode'] = 'sweep'): Record<string, Sabotage> => {
  const { scenario: _, ...mutant } = mutants[name] as Mutant;
  return { [name]: { ...mutant, mode } };
};

/** The protections that the bench must miss, by the defect without them. */
export const sabotages: Readonly<Record<string, Sabotage>> = {
  'a check-in writes over another': {
    file: 'shared/adapters/dynamodb/booking-checkins.ts',
    text: '`attribute_not_exists(checkin) AND ${isOpen} AND ${isNotUndone}`',
    instead: '`${isOpen} AND ${isNotUndone}`',
    mode: 'wire',
    breaks: 'an acknowledged count is that of the bookings checked in',
  },
  'a check-in believes the index': {
    file: 'shared/adapters/dynamodb/booking-checkins.ts',
    text: '`attribute_not_exists(checkin) AND ${isOpen} AND ${isNotUndone}`',
    instead: '`attribute_not_exists(checkin) AND NOT :at = checkin AND ${isNotUndone}`',
    mode: 'wire',
    // The booking that the stale index shows is created by the write, and counted.
    breaks: 'an acknowledged count is that of the bookings checked in',
  },
  'an attempt does not know itself again': {
    file: 'shared/domain/checkin.ts',
    text: 'found.checkinId === own.checkinId;',
    instead: 'found.checkinId === own.checkinId && own.idempotencyKey !== undefined;',
    mode: 'wire',
    breaks: 'an acknowledged count is that of the bookings checked in',
  },
  'a repeat does not know the first attempt again': {
    file: 'shared/use-cases/checkin/perform-checkin.ts',
    text: 'if (idempotencyKey === undefined) return own;',
    instead: 'return own;',
    mode: 'wire',
    breaks: 'an acknowledged count is that of the bookings checked in',
  },
  'companies share their keys': {
    file: 'shared/adapters/dynamodb/booking-item.ts',
    text: 'joinKey(companyId, userId)',
    instead: "joinKey(companyId.replace('-twin', ''), userId)",
    mode: 'wire',
    breaks: 'a booking is checked in by one request of its own company',
  },
  'a token of any type will do': {
    file: 'shared/adapters/jwt/token-verifier.ts',
    text: 'typ: tokenKinds[kind].typ,',
    instead: '',
    mode: 'wire',
    breaks: 'a token of another type is refused',
  },
  'a removed user keeps the bookings': {
    file: 'shared/use-cases/users/remove-user.ts',
    text: 'bookings: await cancelAll(bookings, user)',
    instead: 'bookings: await cancelAll(bookings, { ...user, userId: 0 })',
    mode: 'sweep',
    breaks: 'nothing is left of a removed user',
  },
  ...asInExplorer('two rotations: the second of two new secrets replaces the first'),
  ...asInExplorer('a revoked client refreshes'),
  ...asInExplorer('two rotations: each rotation of a key has a name of its own', 'clock'),
};
