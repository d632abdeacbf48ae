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

interface Counts {
  readonly read: number;
  /** More information, such as `3 failed`. */
  readonly more: string;
  /** The share of the work that is done, from 0 to 1; 0 if unknown. */
  readonly share: number;
}

/** The share of the work that must be done before the remaining time is estimated. */
const MIN_SHARE = 0.01;

const describe = ({ read, more, share }: Counts, milliseconds: number): string => {
  if (share < MIN_SHARE) return `${read} read, ${more} …`;
  const left = formatDuration(milliseconds * (1 / share - 1));
  return `${read} of about ${Math.round(read / share)} read, ${more}, about ${left} left …`;
};

const CLEAR_LINE = '\r\u001B[K';

/** Runs `work` and shows the progress that it reports, until it ends. */
export type ShowProgress = <Result>(work: (show: (counts: Counts) => void) => Promise<Result>) => Promise<Result>;

/** Shows progress on stderr. On a terminal it updates one line; elsewhere it writes a new line every 5 seconds. */
export const makeShowProgress =
  (stderr: Output, now: () => Instant): ShowProgress =>
  async (work) => {
    const { isTTY } = stderr;
    const startedAt = now();
    let shownAt = isTTY ? Number.NEGATIVE_INFINITY : startedAt;
    const show = (counts: Counts): void => {
      if (now() - shownAt < (isTTY ? INTERVAL_ON_TERMINAL : INTERVAL_ELSEWHERE)) return;
      shownAt = now();
      const text = escapeText(describe(counts, shownAt - startedAt));
      // On a terminal, a longer text would continue on a second line, which CLEAR_LINE does not clear.
      stderr.write(isTTY ? CLEAR_LINE + text.slice(0, (stderr.columns ?? 80) - 1) : `${text}\n`);
    };
    try {
      return await work(show);
    } finally {
      if (isTTY) stderr.write(CLEAR_LINE);
    }
  };
