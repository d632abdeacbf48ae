import type { Terminal } from './terminal.ts';
import type { ImportSummary } from '../../shared/use-cases/import/import-records.ts';

/** Often enough to be seen moving; in milliseconds. */
const INTERVAL = 250;

const CLEAR_LINE = '\r\u001B[K';

/** Shows on a terminal how far an import has come; elsewhere says nothing. @param now in milliseconds. */
export const makeProgress = (stderr: Terminal['stderr'], now: () => number) => {
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show: ({ read, failed }: ImportSummary): void => {
      if (!stderr.isTTY || now() - shownAt < INTERVAL) return;
      shownAt = now();
      stderr.write(`${CLEAR_LINE}${read} read, ${failed} failed …`);
    },
    clear: (): void => {
      if (shownAt > Number.NEGATIVE_INFINITY) stderr.write(CLEAR_LINE);
    },
  };
};
