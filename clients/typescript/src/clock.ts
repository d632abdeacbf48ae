import { uptime } from 'node:os';

/** Called with the milliseconds by which the service's clock is ahead of the device's (negative: behind). */
export type OnClockDifference = (milliseconds: number) => void;

/** The service's clock, measured by the `Date` header of its responses. */
export interface Clock {
  readonly isCorrected: boolean;
  /** Notes that the service's clock shows `serviceTime` now. */
  measure(serviceTime: number): void;
  /** Converts a time of the device's clock to the service's. Changes nothing if they agree, or if correction is switched off. */
  toServiceTime(deviceTime: number): number;
}

/** A smaller difference can come from a slow response, and no check-in period is that exact. */
const TOLERANCE_MS = 30_000;

/** The difference between the device's clock and one that nobody sets, and that does not stop while the device sleeps. */
const differenceToUptime = (): number => Date.now() - uptime() * 1_000;
const differenceAtStart = differenceToUptime();

/**
 * How far the device's clock has been set forward since this process started (negative: back), for example by NTP once there is a
 * network. Times noted before that are wrong by as much: without a correction, their swipes would match no booking.
 */
export const readShift = (): number => differenceToUptime() - differenceAtStart;

/** All times are in milliseconds since the Unix epoch. */
export const makeClock = (isCorrected: boolean, onDifference: OnClockDifference): Clock => {
  /** The service's clock minus the device's, had nobody set that one. NaN, for which comparisons are false, until it is measured. */
  let difference = Number.NaN;
  let reported = 0;
  return {
    isCorrected,
    measure(serviceTime) {
      const ahead = serviceTime - Date.now();
      difference = ahead + readShift();
      if (Math.abs(ahead - reported) <= TOLERANCE_MS) return;
      reported = ahead;
      onDifference(ahead);
    },
    toServiceTime(deviceTime) {
      const ahead = difference - readShift();
      return isCorrected && Math.abs(ahead) > TOLERANCE_MS ? deviceTime + ahead : deviceTime;
    },
  };
};
