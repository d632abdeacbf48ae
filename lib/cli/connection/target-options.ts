/** Which service the operator works on: the local one, or a deployed stack. */
export interface TargetOptions {
  readonly local?: boolean | undefined;
  readonly stack?: string | undefined;
}
