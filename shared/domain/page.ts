/** One page of a list. Even a short or empty page can have `next`. */
export interface Page<Item, Position = string> {
  readonly items: readonly Item[];
  /** Where the next page begins; absent on the last page. */
  readonly next?: Position | undefined;
}
