/** What one check of `doctor` found. */
export interface Finding {
  /** What was checked, such as `table users`. */
  readonly check: string;
  readonly ok: boolean;
  /** A warning: not a reason for exit code 1. */
  readonly isWarning?: boolean;
  /** What was found; if it is not ok, with what to do. */
  readonly message: string;
}
