/** Something that the person who starts the service can fix; the message says how, in one sentence. */
export class CannotStartError extends Error {
  readonly code = 'cannot_start';
}
