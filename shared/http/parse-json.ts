import { ServiceError } from '../domain/service-error.ts';

/** Whether the text of a number denotes a whole number: `42`, `42.0` and `4.2e1` are whole, `41.99999999999999999` is not. */
const isWhole = (source: string): boolean => {
  const [mantissa, exponent = 0] = source.toLowerCase().split('e') as [string, string?];
  const [, fraction = ''] = mantissa.split('.');
  const digits = mantissa.replace(/[-.]/g, '');
  const significant = digits.replace(/0+$/, '');
  const zeros = digits.length - significant.length;
  return significant === '' || zeros + Number(exponent) >= fraction.length;
};

/** Replaces a number that only rounding makes whole or infinite. Removing the field instead could make the body valid. */
const NOT_WHOLE = 0.5;

const revive = (_key: string, value: unknown, { source }: { source?: string }): unknown => {
  if (typeof value !== 'number') return value;
  return Number.isFinite(value) && (!Number.isInteger(value) || isWhole(source as string)) ? value : NOT_WHOLE;
};

/**
 * Parses JSON, except that each number that only rounding makes whole becomes {@link NOT_WHOLE}.
 * @throws ServiceError `invalid_body`, also for JSON that is nested too deeply
 */
export const parseJson = (text: string): unknown => {
  try {
    // TypeScript's types lack the third argument of a reviver (ECMAScript 2026, JSON.parse source text access).
    return JSON.parse(text, revive as (key: string, value: unknown) => unknown);
  } catch (error) {
    throw new ServiceError('invalid_body', 'not JSON', { cause: error });
  }
};
