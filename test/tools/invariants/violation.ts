/** What must hold, whatever fails, and how it did not. */
export interface Violation {
  readonly invariant: string;
  readonly detail: string;
}
