import type { StatusLine } from './status-line.ts';
import type { ImportSummary } from '../../shared/use-cases/import/import-records.ts';

/** Often enough to be seen moving; in milliseconds. */
const INTERVAL = 250;

/** Shows on a terminal how far an import has come; elsewhere says nothing. @param now in milliseconds. */
export const makeProgress = (statusLine: StatusLine, now: () => number) => {
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show: ({ read, failed }: ImportSummary): void => {
      if (!statusLine.isShown || now() - shownAt < INTERVAL) return;
      shownAt = now();
      statusLine.show(`${read} read, ${failed} failed …`);
    },
    clear: (): void => statusLine.clear(),
  };
};
