import { makeRandom } from './random.ts';

/** An action in addition to the check-ins. Each kind occurs at most once in a history, always in the first company. */
export const actionKinds = [
  /** An administrator, through the console's API: a check-in is undone, one is made by hand, a booking is cancelled. */
  'undo',
  'check-in-by-hand',
  'cancel',
  /** A booking system moves a booking, so that check-ins fall outside its period. */
  'move',
  /** An HR system removes a user; two of them give two users one uid at once. */
  'remove-user',
  'claim-uid',
  /** Several requests at once with one refresh token, then with its successor. */
  'refresh',
  /** An administrator revokes the tokens of the API client; disables it, and enables it again; two rotate its secret at once. */
  'revoke-tokens',
  'disable-client',
  'rotate-secret',
] as const;
export type ActionKind = (typeof actionKinds)[number];

export interface PlannedAction {
  readonly kind: ActionKind;
  /** The index of the round of check-ins that it happens in. */
  readonly round: number;
  /** The affected user and booking, if any. */
  readonly person: number;
  readonly bookingId: string;
}

const bookingKinds: ReadonlySet<ActionKind> = new Set<ActionKind>(['undo', 'check-in-by-hand', 'cancel', 'move']);

/** Whether the action changes this booking of this user. */
export const changesBooking = (
  { kind, person, bookingId }: PlannedAction,
  of: { readonly person: number; readonly bookingId: string },
): boolean =>
  person === of.person && (kind === 'remove-user' || (bookingKinds.has(kind) && bookingId === of.bookingId));

/** Whether bookings end with the action, and the check-ins that are recorded on them. */
export const deletesBookings = ({ kind }: PlannedAction): boolean => kind === 'cancel' || kind === 'remove-user';

const MOST_ACTIONS = 3;

/** @param people the users of the history; the last of them may be removed, unless there is only one */
export const planActions = (
  seed: number,
  rounds: number,
  people: readonly number[],
  bookingIds: readonly string[],
): PlannedAction[] => {
  const random = makeRandom(seed, 'actions');
  const kinds = new Set(Array.from({ length: random.below(MOST_ACTIONS + 1) }, () => random.pick(actionKinds)));
  if (people.length < 2) kinds.delete('remove-user');
  return [...kinds].map((kind) => ({
    kind,
    round: random.below(rounds),
    person: kind === 'remove-user' ? (people.at(-1) as number) : random.pick(people),
    bookingId: random.pick(bookingIds),
  }));
};
