/** Called with the milliseconds by which the service's clock is ahead of the device's (negative: behind). */
export type OnClockDifference = (milliseconds: number) => void;

/** The service's clock, measured by the `Date` header of its responses. */
export interface Clock {
  readonly isCorrected: boolean;
  /** Notes that the service's clock shows `serviceTime` now. */
  measure(serviceTime: number): void;
  /** A moment of the device's clock on the service's: unchanged if the clocks agree, or if correction is switched off. */
  toServiceTime(deviceTime: number): number;
}

/** A smaller difference can come from a slow response, and no check-in period is that exact. */
const TOLERANCE_MS = 30_000;

/** All times are in milliseconds since the Unix epoch. */
export const makeClock = (isCorrected: boolean, onDifference: OnClockDifference): Clock => {
  let difference = 0;
  let reported = 0;
  return {
    isCorrected,
    measure(serviceTime) {
      difference = serviceTime - Date.now();
      if (Math.abs(difference - reported) <= TOLERANCE_MS) return;
      reported = difference;
      onDifference(difference);
    },
    toServiceTime: (deviceTime) =>
      isCorrected && Math.abs(difference) > TOLERANCE_MS ? deviceTime + difference : deviceTime,
  };
};
