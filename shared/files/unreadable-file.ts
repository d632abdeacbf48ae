import type { FileReason } from './reason.ts';

/** The file as a whole cannot be read. No line of it is imported. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly reason: FileReason;

  constructor(code: FileReason['code'], values: FileReason['values'] = {}) {
    super(`${code} ${JSON.stringify(values)}`);
    this.reason = { code, values };
  }
}
