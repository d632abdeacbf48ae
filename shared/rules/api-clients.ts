/** `checkin`: check people in. `sync`: write the company's users and bookings. */
export const scopes = ['checkin', 'sync'] as const;
export type Scope = (typeof scopes)[number];

/** Of a new client. */
export const DEFAULT_SCOPES: readonly Scope[] = ['checkin'];

export const isScope = (value: unknown): value is Scope => scopes.some((scope) => scope === value);

/** Each scope once, in the order of {@link scopes}, so that equal sets compare equal. */
export const sortScopes = (given: readonly Scope[]): readonly Scope[] =>
  scopes.filter((scope) => given.includes(scope));

/**
 * What matters most about a client, in order: disabled; silent for longer than its limit; its last secret ends within 30 days;
 * two live
 * secrets; never used; none of these.
 */
export const clientStatuses = ['disabled', 'silent', 'ends', 'two_secrets', 'never', 'enabled'] as const;
export type ClientStatus = (typeof clientStatuses)[number];

/** How long the old secret stays valid after a rotation. */
export const DEFAULT_GRACE_HOURS = 24;

/** Default: no end. */
export const SECRET_LIFETIME_DAYS = [30, 90, 180, 365] as const;

/** There is one notice at each of these days before the end of a secret. */
export const SECRET_NOTICE_DAYS = [30, 14, 7, 1] as const;
