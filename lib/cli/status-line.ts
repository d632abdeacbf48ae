import { escapeText } from './printable.ts';
import type { Terminal } from './terminal.ts';

const CLEAR_LINE = '\r\u001B[K';

/** A line on the terminal that is rewritten, such as a progress line. */
export interface StatusLine {
  /** False without a terminal: then nothing is written. */
  readonly isShown: boolean;
  show(text: string): void;
  clear(): void;
}

export const makeStatusLine = (stderr: Terminal['stderr']): StatusLine => {
  const isShown = stderr.isTTY;
  let isWritten = false;
  return {
    isShown,
    show(text) {
      // A longer text would continue on a second line, which is not cleared.
      const line = escapeText(text).slice(0, (stderr.columns ?? 80) - 1);
      if (isShown) stderr.write(CLEAR_LINE + line);
      isWritten = isShown;
    },
    clear() {
      if (isWritten) stderr.write(CLEAR_LINE);
      isWritten = false;
    },
  };
};
