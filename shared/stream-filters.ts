/** A condition on one value of a record: an allowed value, or whether it exists. */
type Condition = string | boolean | { readonly exists: boolean };
type Pattern = readonly Condition[] | { readonly [member: string]: Pattern };

/**
 * Selects the records of the bookings' stream that a push is sent for, in the form of Lambda's event filters: the booking has a
 * check-in with `notify` and had no check-in before. A deleted booking has no new image, and a changed booking that was checked
 * in before has a check-in in both images, so neither gets a push. Lambda tests `exists` only on values, not on objects, so the
 * filter tests a field that every check-in has. A check-in restored from a backup is marked and gets no push: its push was sent
 * when it was made.
 */
export const newCheckinWithNotify = {
  dynamodb: {
    NewImage: { checkin: { M: { notify: { BOOL: [true] }, restored: { BOOL: [{ exists: false }] } } } },
    OldImage: { checkin: { M: { notify: { BOOL: [{ exists: false }] } } } },
  },
} as const satisfies Pattern;

const checkinExists = (exists: boolean) => ({ checkin: { M: { checkinId: { S: [{ exists }] } } } });

/** Selects the changes of bookings that may cause an event: a check-in was added or removed, or a booking was removed. */
export const bookingsWithEvents = [
  { dynamodb: { NewImage: checkinExists(true), OldImage: checkinExists(false) } },
  { eventName: ['MODIFY'], dynamodb: { NewImage: checkinExists(false), OldImage: checkinExists(true) } },
  { eventName: ['REMOVE'] },
] as const satisfies Pattern[];

/** Selects the new entries of the audit log, each of which makes an event; entries are never changed. */
export const entriesWithEvents = [{ eventName: ['INSERT'] }] as const satisfies Pattern[];

const holds = (condition: Condition, value: unknown): boolean =>
  typeof condition === 'object' ? condition.exists === (value !== undefined) : condition === value;

const matches = (pattern: Pattern, value: unknown): boolean =>
  Array.isArray(pattern)
    ? (pattern as readonly Condition[]).some((condition) => holds(condition, value))
    : Object.entries(pattern).every(([member, rule]) =>
        matches(rule as Pattern, (value as Readonly<Record<string, unknown>> | undefined)?.[member]),
      );

/** Whether one of the patterns selects a record. */
export const isSelected = (patterns: readonly Pattern[], record: object): boolean =>
  patterns.some((pattern) => matches(pattern, record));

/** Whether a push is sent for a record of the bookings' stream. */
export const isNewCheckinWithNotify = (record: object): boolean => matches(newCheckinWithNotify, record);
