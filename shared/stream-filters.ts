/** An allowed value, or a rule that a value must or must not exist. */
type Condition = string | boolean | { readonly exists: boolean };
type Pattern = readonly Condition[] | { readonly [member: string]: Pattern };

/**
 * Selects the stream records that cause a push: the booking has a check-in with `notify`, and had no check-in before. The
 * pattern has the form of Lambda's event filters, in which `exists` works for values, not for objects. So "no check-in before" is
 * tested as "no old `notify`", which every check-in has. A check-in that `tables recover` copied causes no push.
 */
export const newCheckinWithNotify = {
  dynamodb: {
    NewImage: { checkin: { M: { notify: { BOOL: [true] }, restored: { BOOL: [{ exists: false }] } } } },
    OldImage: { checkin: { M: { notify: { BOOL: [{ exists: false }] } } } },
  },
} as const satisfies Pattern;

const checkinExists = (exists: boolean) => ({ checkin: { M: { checkinId: { S: [{ exists }] } } } });

/** Changes of bookings that can cause an event: a check-in was added, a check-in was removed, a booking was deleted. */
export const bookingsWithEvents = [
  { dynamodb: { NewImage: checkinExists(true), OldImage: checkinExists(false) } },
  { eventName: ['MODIFY'], dynamodb: { NewImage: checkinExists(false), OldImage: checkinExists(true) } },
  { eventName: ['REMOVE'] },
] as const satisfies Pattern[];

/**
 * New entries of the audit log, except the parts of imports, which are not in the log's index, and entries that `tables recover`
 * copied. Also every later change or deletion of an entry, except by time to live.
 */
export const entriesWithEvents = [
  {
    eventName: ['INSERT'],
    dynamodb: { NewImage: { companyLog: { S: [{ exists: true }] }, restored: { BOOL: [{ exists: false }] } } },
  },
  { eventName: ['MODIFY'] },
  { eventName: ['REMOVE'], userIdentity: { principalId: [{ exists: false }] } },
] as const satisfies Pattern[];

const holds = (condition: Condition, value: unknown): boolean =>
  typeof condition === 'object' ? condition.exists === (value !== undefined) : condition === value;

const matches = (pattern: Pattern, value: unknown): boolean =>
  Array.isArray(pattern)
    ? (pattern as readonly Condition[]).some((condition) => holds(condition, value))
    : Object.entries(pattern).every(([member, rule]) =>
        matches(rule as Pattern, (value as Readonly<Record<string, unknown>> | undefined)?.[member]),
      );

export const isSelected = (patterns: readonly Pattern[], record: object): boolean =>
  patterns.some((pattern) => matches(pattern, record));

export const isNewCheckinWithNotify = (record: object): boolean => matches(newCheckinWithNotify, record);
