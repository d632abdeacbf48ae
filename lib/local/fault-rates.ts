import { CannotStartError } from './cannot-start-error.ts';

/** The faults and their effects. */
export const faultTexts = {
  '503': 'the request is not performed, and the response is 503 with Retry-After',
  '429': 'the request is not performed, and the response is 429 with Retry-After, as for a throttled request',
  lost: 'the request is performed, and the connection is closed without a response',
  slow: 'the response is delayed by 3 s',
} as const;

export type FaultKind = keyof typeof faultTexts;

/** The percentage of requests with each fault. The other requests have none. */
export type FaultRates = Readonly<Partial<Record<FaultKind, number>>>;

const ENTRY = /^\s*(?<kind>[^:\s]+)\s*:\s*(?<percent>\d{1,3}(?:\.\d{1,3})?)%\s*$/;

const isFaultKind = (kind: string): kind is FaultKind => Object.hasOwn(faultTexts, kind);

const invalidFaults = (value: string, problem: string): CannotStartError => {
  const kinds = Object.keys(faultTexts).join(', ');
  return new CannotStartError(
    `FAULTS is "${value}": ${problem}. Write each fault with its percentage of the requests, such as 503:10%,lost:5%. ` +
      `The faults are ${kinds}; name each at most once, with at most 100% in total.`,
  );
};

/**
 * Reads the setting `FAULTS`, such as `503:10%,lost:5%,slow:20%,429:2%`.
 * @throws CannotStartError that says what is wrong and what is allowed.
 */
export const parseFaults = (value: string): FaultRates => {
  const rates: Partial<Record<FaultKind, number>> = {};
  for (const entry of value.split(',')) {
    const { kind = '', percent = '' } = ENTRY.exec(entry)?.groups ?? {};
    if (kind === '') throw invalidFaults(value, `"${entry.trim()}" is not a fault with a percentage`);
    if (!isFaultKind(kind)) throw invalidFaults(value, `there is no fault "${kind}"`);
    if (rates[kind] !== undefined) throw invalidFaults(value, `${kind} is named twice`);
    rates[kind] = Number(percent);
  }
  const total = Object.values(rates).reduce((sum, rate) => sum + rate, 0);
  // Decimals do not add up exactly.
  if (total > 100 + 1e-9) throw invalidFaults(value, 'that is more than 100% in total');
  return rates;
};
