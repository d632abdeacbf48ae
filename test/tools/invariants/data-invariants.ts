import type { Violation } from './violation.ts';

interface IdentifiedUser {
  readonly id: number;
  readonly uid?: string;
  readonly email?: string;
}

/**
 * Checks that each uid or e-mail address belongs to one user, and that a look-up finds that user.
 * @param ownerOf looks up the id of the user
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

/** @param left the items that are left of the user: bookings, log entries of check-ins, and the user's own items */
export const findLeftovers = (left: readonly unknown[]): Violation[] =>
  left.map((one) => ({ invariant: 'nothing is left of a removed user', detail: JSON.stringify(one) }));
