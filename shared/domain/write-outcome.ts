/** The result of saving a user or booking; `unchanged` if it existed as it is. */
export type WriteOutcome = 'written' | 'unchanged';

/** The result of a change; `unchanged` even if there was nothing to delete. */
export type ChangeOutcome = WriteOutcome | 'deleted';

/** A change of one user or booking: the state before and after. */
export interface Change<Before, After = Before> {
  readonly outcome: ChangeOutcome;
  readonly before: Before | undefined;
  readonly after: After | undefined;
}
