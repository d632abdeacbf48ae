/** A broken invariant, and how it was broken. */
export interface Violation {
  readonly invariant: string;
  readonly detail: string;
}
