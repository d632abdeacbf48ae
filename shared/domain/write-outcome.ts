/** `unchanged`: the same content was already stored. */
export type WriteOutcome = 'written' | 'unchanged';

/** `unchanged` can also mean that there was nothing to delete. */
export type ChangeOutcome = WriteOutcome | 'deleted';

export interface Change<Before, After = Before> {
  readonly outcome: ChangeOutcome;
  readonly before: Before | undefined;
  readonly after: After | undefined;
}
