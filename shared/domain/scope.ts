/** What an API client may do. `checkin`: check people in. `sync`: write the company's users and bookings. */
export type Scope = 'checkin' | 'sync';

export const allScopes = ['checkin', 'sync'] as const satisfies readonly Scope[];

/** The scopes of a new client by default. */
export const DEFAULT_SCOPES: readonly Scope[] = ['checkin'];

export const isScope = (value: unknown): value is Scope => allScopes.some((scope) => scope === value);

/** Every scope once, in the order of {@link allScopes}: equal sets compare equal. */
export const sortScopes = (scopes: readonly Scope[]): readonly Scope[] =>
  allScopes.filter((scope) => scopes.includes(scope));
