/** An error that the person who starts the service can fix. The message says how. */
export class CannotStartError extends Error {
  readonly code = 'cannot_start';
}
