/** What saving a record did; `unchanged` where it was there already, to the letter. */
export type WriteOutcome = 'written' | 'unchanged';
