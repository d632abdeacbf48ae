/** Something that whoever starts the service can mend; the message says how, in one sentence. */
export class CannotStartError extends Error {
  readonly code = 'cannot_start';
}
