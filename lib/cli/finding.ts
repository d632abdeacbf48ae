/** What one check of `doctor` found. */
export interface Finding {
  /** What was checked, such as `table users`. */
  readonly check: string;
  readonly ok: boolean;
  /** What was found; where it is not ok, with what to do. */
  readonly message: string;
}
