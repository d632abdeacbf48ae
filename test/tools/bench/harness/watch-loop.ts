import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';

/** How long the event loop of a process was blocked, in milliseconds. */
export interface LoopReport {
  readonly delayP99: number;
  /** Part of the time, 0 to 1. */
  readonly gcShare: number;
  readonly gcLongest: number;
}

const MILLISECONDS = 1e6;

/** Commands that watch the event loop of a process, from one to the other. */
export const makeLoopWatch = () => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let pauses: number[] = [];
  let startedAt = 0;
  new PerformanceObserver((list) => {
    pauses.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ entryTypes: ['gc'] });
  return {
    watchLoop: (): void => {
      delay.reset();
      delay.enable();
      pauses = [];
      startedAt = performance.now();
    },
    reportLoop: (): LoopReport => {
      delay.disable();
      const all = pauses.reduce((sum, pause) => sum + pause, 0);
      return {
        delayP99: delay.percentile(99) / MILLISECONDS,
        gcShare: all / (performance.now() - startedAt),
        gcLongest: Math.max(0, ...pauses),
      };
    },
  };
};
