/** `checkin`: check people in. `sync`: write the company's users and bookings. */
export const scopes = ['checkin', 'sync'] as const;
export type Scope = (typeof scopes)[number];

export const DEFAULT_SCOPES: readonly Scope[] = ['checkin'];

export const isScope = (value: unknown): value is Scope => scopes.some((scope) => scope === value);

/** Each scope once, in the order of {@link scopes}, so that equal sets compare equal. */
export const sortScopes = (unsorted: readonly Scope[]): readonly Scope[] =>
  scopes.filter((scope) => unsorted.includes(scope));

/** A client has the first status that applies. */
export const clientStatuses = [
  'disabled',
  /** Not seen for longer than its limit. */
  'silent',
  /** The last secret ends within 30 days. */
  'ends',
  'two_secrets',
  /** Never seen. */
  'never',
  'enabled',
] as const;
export type ClientStatus = (typeof clientStatuses)[number];

/** How long the old secret stays valid after a rotation, unless another time is given. */
export const DEFAULT_GRACE_HOURS = 24;

/** The lifetimes that can be chosen for a secret. If none is chosen, the secret does not expire. */
export const SECRET_LIFETIME_DAYS = [30, 90, 180, 365] as const;

/** A notice is given at each of these numbers of days before a secret ends. In descending order. */
export const SECRET_NOTICE_DAYS = [30, 14, 7, 1] as const;
