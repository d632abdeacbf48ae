import { ServiceError } from '../domain/service-error.ts';

/** RFC 8259, section 6. */
const NUMBER = /^-?(?<whole>\d+)(?:\.(?<fraction>\d+))?(?:e(?<exponent>[+-]?\d+))?$/i;

/** Whether the text of a JSON number says a whole number: `42`, `42.0` and `4.2e1` do, `41.99999999999999999` does not. */
const isWhole = (source: string): boolean => {
  const { whole = '', fraction = '', exponent = '0' } = NUMBER.exec(source)?.groups ?? {};
  const digits = whole + fraction;
  const significant = digits.replace(/0+$/, '');
  const zeros = digits.length - significant.length;
  return significant === '' || zeros + Number(exponent) >= fraction.length;
};

/** A number's text decides, not what it is rounded to: one that only rounding makes whole becomes NaN, which no rule accepts. */
const reviveNumber = (_key: string, value: unknown, { source = '' }: { source?: string }): unknown =>
  Number.isInteger(value) && !isWhole(source) ? Number.NaN : value;

/**
 * The value of a JSON text. A member named `__proto__` is a member like any other.
 * @throws ServiceError `invalid_body`, also for JSON that is nested too deeply to be read
 */
export const parseJson = (text: string): unknown => {
  try {
    // The types of TypeScript do not know the third argument of a reviver yet (ECMAScript 2026, JSON.parse source text access).
    return JSON.parse(text, reviveNumber as (key: string, value: unknown) => unknown);
  } catch (error) {
    throw new ServiceError('invalid_body', 'not JSON', { cause: error });
  }
};
