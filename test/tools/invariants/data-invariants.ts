import type { Violation } from './violation.ts';

interface IdentifiedUser {
  readonly id: number;
  readonly uid?: string;
  readonly email?: string;
}

/**
 * A uid or e-mail address belongs to one user, and a look-up with it finds that user.
 * @param ownerOf the user that a look-up finds
 */
export const findIdentifierViolations = (
  users: readonly IdentifiedUser[],
  ownerOf: (field: 'uid' | 'email', value: string) => number | undefined,
): Violation[] =>
  (['uid', 'email'] as const).flatMap((field) =>
    [...Map.groupBy(users, (user) => user[field])].flatMap(([value, holders]) => {
      if (value === undefined) return [];
      const ids = holders.map(({ id }) => id);
      if (ids.length > 1)
        return [{ invariant: 'no uid or e-mail address has two owners', detail: `${value}: ${ids.join(', ')}` }];
      const owner = ownerOf(field, value);
      return owner === ids[0]
        ? []
        : [{ invariant: 'a user is found by uid and e-mail address', detail: `${value}: ${owner}` }];
    }),
  );

/** @param left bookings, check-in entries of the log, and the user's own items */
export const findLeftovers = (left: readonly unknown[]): Violation[] =>
  left.map((one) => ({ invariant: 'nothing is left of a removed user', detail: JSON.stringify(one) }));
