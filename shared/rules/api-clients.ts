/** What an API client may do. `checkin`: check people in. `sync`: write the company's users and bookings. */
export const scopes = ['checkin', 'sync'] as const;
export type Scope = (typeof scopes)[number];

/** The scopes of a new client. */
export const DEFAULT_SCOPES: readonly Scope[] = ['checkin'];

export const isScope = (value: unknown): value is Scope => scopes.some((scope) => scope === value);

/** Every scope once, in the order of {@link scopes}: equal sets compare equal. */
export const sortScopes = (given: readonly Scope[]): readonly Scope[] =>
  scopes.filter((scope) => given.includes(scope));

/**
 * What matters most about a client, in order: disabled; not seen for longer than its limit; its last secret ends within 30 days;
 * two
 * live secrets; never used; none of these.
 */
export const clientStatuses = ['disabled', 'silent', 'ends', 'two_secrets', 'never', 'enabled'] as const;
export type ClientStatus = (typeof clientStatuses)[number];

/** How long the old secret stays valid after a rotation, by default. */
export const DEFAULT_GRACE_HOURS = 24;

/** The lifetimes that a secret can have; none by default. */
export const SECRET_LIFETIME_DAYS = [30, 90, 180, 365] as const;

/** The days before the end of a secret at which there is a notice, once each. */
export const SECRET_NOTICE_DAYS = [30, 14, 7, 1] as const;
