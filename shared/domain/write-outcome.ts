/** What saving a record did; `unchanged` where it was there already, to the letter. */
export type WriteOutcome = 'written' | 'unchanged';

/** What a change did; `unchanged` also where nothing was there to be deleted. */
export type ChangeOutcome = WriteOutcome | 'deleted';

/** A change of one record: what was there, and what is there now. */
export interface Change<Before, After = Before> {
  readonly outcome: ChangeOutcome;
  readonly before: Before | undefined;
  readonly after: After | undefined;
}
