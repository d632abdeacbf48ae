import type { Session } from './session.ts';
import type { ImportSummary } from '../../shared/use-cases/import/import-records.ts';

/** Often enough to be seen moving; in milliseconds. */
const INTERVAL_ON_TERMINAL = 250;
/** In a log file, in milliseconds. */
const INTERVAL_ELSEWHERE = 5_000;

const formatDuration = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

/** How much of a file has been read, in bytes; `size` is undefined if it is unknown. */
export interface FileProgress {
  readonly size: number | undefined;
  readonly bytesRead: () => number;
}

/** Two lines can tell next to nothing of how long the rest takes. */
const LEAST_SHARE = 0.01;

/** Shows how far an import has come: on a terminal in one line that moves, elsewhere in a line every 5 seconds. */
export const makeProgress = ({ statusLine, warn, now }: Session, { size, bytesRead }: FileProgress) => {
  const startedAt = now();
  let shownAt = statusLine.isShown ? Number.NEGATIVE_INFINITY : startedAt;

  const describe = ({ read, failed }: ImportSummary): string => {
    const share = size ? bytesRead() / size : 0;
    if (share < LEAST_SHARE) return `${read} read, ${failed} failed …`;
    const left = formatDuration((now() - startedAt) * (1 / share - 1));
    return `${read} of about ${Math.round(read / share)} read, ${failed} failed, about ${left} left …`;
  };
  return {
    show: (summary: ImportSummary): void => {
      if (now() - shownAt < (statusLine.isShown ? INTERVAL_ON_TERMINAL : INTERVAL_ELSEWHERE)) return;
      shownAt = now();
      if (statusLine.isShown) statusLine.show(describe(summary));
      else warn(describe(summary));
    },
    clear: (): void => statusLine.clear(),
  };
};
