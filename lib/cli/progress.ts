import type { Session } from './session.ts';

/** Interval of updates on a terminal, in milliseconds. */
const INTERVAL_ON_TERMINAL = 250;
/** Interval without a terminal, in milliseconds. */
const INTERVAL_ELSEWHERE = 5_000;

const formatDuration = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

/** The progress of a command. */
export interface Counts {
  readonly read: number;
  /** More information, such as `3 failed`. */
  readonly more: string;
  /** From 0 to 1; 0 if it is unknown. */
  readonly share: number;
}

/** With less progress than this, the remaining time is not estimated. */
const LEAST_SHARE = 0.01;

/** Shows the progress of a command: on a terminal in one line that is updated, elsewhere as a new line every 5 seconds. */
export const makeProgress = ({ statusLine, warn, now }: Pick<Session, 'statusLine' | 'warn' | 'now'>) => {
  const startedAt = now();
  let shownAt = statusLine.isShown ? Number.NEGATIVE_INFINITY : startedAt;

  const describe = ({ read, more, share }: Counts): string => {
    if (share < LEAST_SHARE) return `${read} read, ${more} …`;
    const left = formatDuration((now() - startedAt) * (1 / share - 1));
    return `${read} of about ${Math.round(read / share)} read, ${more}, about ${left} left …`;
  };
  return {
    show: (counts: Counts): void => {
      if (now() - shownAt < (statusLine.isShown ? INTERVAL_ON_TERMINAL : INTERVAL_ELSEWHERE)) return;
      shownAt = now();
      if (statusLine.isShown) statusLine.show(describe(counts));
      else warn(describe(counts));
    },
    clear: (): void => statusLine.clear(),
  };
};
