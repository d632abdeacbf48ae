/** As many digits as DynamoDB's have at least, so that their order as texts is that of the numbers. */
const DIGITS = 21;
const PER_MILLISECOND = 1_000_000n;

/** Makes numbers that rise from record to record, and from one start of the process to the next. */
export const makeSequence = (now: () => number = Date.now): (() => string) => {
  let last = 0n;
  return () => {
    const earliest = BigInt(now()) * PER_MILLISECOND;
    last = earliest > last ? earliest : last + 1n;
    return String(last).padStart(DIGITS, '0');
  };
};
