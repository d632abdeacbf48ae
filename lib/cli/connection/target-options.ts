/** Options that choose the service to work on: the local service or a deployed stack. */
export interface TargetOptions {
  readonly local?: boolean | undefined;
  readonly stack?: string | undefined;
}
