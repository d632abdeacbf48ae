/** A condition on a leaf of a record: an allowed value, or whether it exists. */
type Condition = string | boolean | { readonly exists: boolean };
type Pattern = readonly Condition[] | { readonly [member: string]: Pattern };

/**
 * Selects the records of the bookings' stream that a push is sent for, in the form of Lambda's event filters: the booking has
 * a check-in with `notify` and had no check-in before. The deletion of a booking has no new image, and a change of a booking
 * that is checked in has a check-in in both images. Lambda tests `exists` on leaves only, so the filter tests a member that every
 * check-in has. A check-in that was restored from a backup says so: its push was sent when it was made.
 */
export const newCheckinWithNotify = {
  dynamodb: {
    NewImage: { checkin: { M: { notify: { BOOL: [true] }, restored: { BOOL: [{ exists: false }] } } } },
    OldImage: { checkin: { M: { notify: { BOOL: [{ exists: false }] } } } },
  },
} as const satisfies Pattern;

const holds = (condition: Condition, value: unknown): boolean =>
  typeof condition === 'object' ? condition.exists === (value !== undefined) : condition === value;

const matches = (pattern: Pattern, value: unknown): boolean =>
  Array.isArray(pattern)
    ? (pattern as readonly Condition[]).some((condition) => holds(condition, value))
    : Object.entries(pattern).every(([member, rule]) =>
        matches(rule as Pattern, (value as Readonly<Record<string, unknown>> | undefined)?.[member]),
      );

/** Whether a push is sent for a record of the bookings' stream. */
export const isNewCheckinWithNotify = (record: object): boolean => matches(newCheckinWithNotify, record);
