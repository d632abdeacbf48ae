import type { Instant } from '../../shared/domain/instant.ts';
import { escapeText } from './printable.ts';
import type { Output } from './terminal.ts';

/** The interval between updates on a terminal, in milliseconds. */
const INTERVAL_ON_TERMINAL = 250;
/** The interval between updates without a terminal, in milliseconds. */
const INTERVAL_ELSEWHERE = 5_000;

const formatDuration = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

export interface Counts {
  readonly read: number;
  /** More information, such as `3 failed`. */
  readonly more: string;
  /** The share of the work that is done, from 0 to 1; 0 if unknown. */
  readonly share: number;
}

export interface Progress {
  readonly show: (counts: Counts) => void;
  /** Removes the line from the terminal. */
  readonly clear: () => void;
}

/** The share of the work that must be done before the remaining time is estimated. */
const MIN_SHARE = 0.01;

const CLEAR_LINE = '\r\u001B[K';

/** Shows the progress of a command. On a terminal it updates one line; elsewhere it writes a new line every 5 seconds. */
export const startProgress = (stderr: Output, now: () => Instant): Progress => {
  const { isTTY } = stderr;
  const startedAt = now();
  let shownAt = isTTY ? Number.NEGATIVE_INFINITY : startedAt;
  let isLineShown = false;

  const describe = ({ read, more, share }: Counts): string => {
    if (share < MIN_SHARE) return `${read} read, ${more} …`;
    const left = formatDuration((now() - startedAt) * (1 / share - 1));
    return `${read} of about ${Math.round(read / share)} read, ${more}, about ${left} left …`;
  };

  const updateLine = (text: string): void => {
    // A longer text would continue on a second line, which CLEAR_LINE does not clear.
    stderr.write(CLEAR_LINE + text.slice(0, (stderr.columns ?? 80) - 1));
    isLineShown = true;
  };

  return {
    show: (counts) => {
      if (now() - shownAt < (isTTY ? INTERVAL_ON_TERMINAL : INTERVAL_ELSEWHERE)) return;
      shownAt = now();
      const text = escapeText(describe(counts));
      if (isTTY) updateLine(text);
      else stderr.write(`${text}\n`);
    },
    clear: () => {
      if (isLineShown) stderr.write(CLEAR_LINE);
      isLineShown = false;
    },
  };
};
