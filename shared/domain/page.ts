/** One page of a list; a short or empty page can have a `next`. */
export interface Page<Item, Position = string> {
  readonly items: readonly Item[];
  /** Where the next page begins; absent on the last page. */
  readonly next?: Position | undefined;
}
