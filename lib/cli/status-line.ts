import { escapeText } from './printable.ts';
import type { Terminal } from './terminal.ts';

const CLEAR_LINE = '\r\u001B[K';

/** A line on the terminal that is written over, such as one that tells how far a command has come. */
export interface StatusLine {
  /** False without a terminal: then nothing is written. */
  readonly isShown: boolean;
  show(text: string): void;
  clear(): void;
}

export const makeStatusLine = (stderr: Terminal['stderr']): StatusLine => {
  const isShown = stderr.isTTY === true;
  let isWritten = false;
  return {
    isShown,
    show(text) {
      if (isShown) stderr.write(CLEAR_LINE + escapeText(text));
      isWritten = isShown;
    },
    clear() {
      if (isWritten) stderr.write(CLEAR_LINE);
      isWritten = false;
    },
  };
};
