/** The result of one check of `doctor`. */
export interface Finding {
  /** The subject of the check, such as `table users`. */
  readonly check: string;
  readonly ok: boolean;
  /** A warning does not cause exit code 1. */
  readonly isWarning?: boolean;
  /** The result of the check and, if it is not ok, what to do. */
  readonly message: string;
}
