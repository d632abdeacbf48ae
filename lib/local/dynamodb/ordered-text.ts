import { crc32 } from 'node:zlib';
import type { AttributeValue, Item } from './attribute-value.ts';

/** Ends each part of a key. Comes before every other character of an ordered text. */
const END = '\u0001';
/** Comes after every other character of an ordered text. */
const LAST = '\u00FF';
const MAX_DIGITS = String(Number.MAX_SAFE_INTEGER).length;

/** One character for each byte of the text in UTF-8. Escapes END and the bytes before it, which would end the key too early. */
const toBytes = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- characters up to END and its escape
  /^[\u0003-\u007F]*$/.test(text)
    ? text
    : Buffer.from(text)
        .toString('latin1')
        // oxlint-disable-next-line no-control-regex -- END and what escapes it, as above
        .replaceAll(/[\0-\u0002]/g, (character) => `\u0002${String.fromCharCode(character.charCodeAt(0) + 1)}`);

/** A negative number is shifted above zero, so that its digits grow with it, and begins with 0, so that it comes first. */
const toDigits = (number: number): string => {
  const sign = number < 0 ? '0' : '1';
  const positive = number < 0 ? number + Number.MAX_SAFE_INTEGER : number;
  return sign + String(positive).padStart(MAX_DIGITS, '0');
};

/** A text that JavaScript orders as DynamoDB orders the values: strings by their bytes in UTF-8, numbers by their size. */
const orderedText = (value: AttributeValue): string =>
  ('N' in value ? toDigits(Number(value.N)) : toBytes((value as { readonly S: string }).S)) + END;

/** Compares two strings or two numbers. @returns NaN for other types, or if the types differ */
export const compareValues = (one: AttributeValue | undefined, other: AttributeValue | undefined): number => {
  if (one && other && 'N' in one && 'N' in other) return Number(one.N) - Number(other.N);
  if (!(one && other && 'S' in one && 'S' in other)) return Number.NaN;
  const text = orderedText(one);
  const otherText = orderedText(other);
  return Number(text > otherText) - Number(text < otherText);
};

/** The number of different hashes that a partition can have. */
export const HASHES = 2 ** 32;
const hashText = (hash: number): string => hash.toString(16).padStart(8, '0');

/** The items whose keys, as texts, are from `from` (inclusive) to `to` (exclusive). */
export interface KeyRange {
  readonly from: string;
  readonly to: string;
}

/** The partitions whose hashes are from `from` (inclusive) to `to` (exclusive). DynamoDB's own hash function is not known. */
export const hashRange = (from: number, to: number): KeyRange => ({
  from: hashText(from),
  to: to === HASHES ? LAST : hashText(to),
});

const partitionText = (partition: AttributeValue): string => {
  const text = orderedText(partition);
  return hashText(crc32(text)) + text;
};

/**
 * The item's key as a text in the order of a scan.
 * @returns undefined if an attribute is missing, which keeps the item out of an index
 */
export const keyText = (names: readonly string[], item: Item): string | undefined => {
  const [partition, ...others] = names.map((name) => item[name]);
  if (!partition || others.includes(undefined)) return undefined;
  return partitionText(partition) + others.map((value) => orderedText(value as AttributeValue)).join('');
};

/**
 * The items of a partition whose sort key fulfils a condition.
 * @param operator by default, there is no condition
 * @returns undefined if a key condition cannot use the operator
 */
export const sortRange = (
  partition: AttributeValue,
  operator?: string,
  [low, high = low]: readonly AttributeValue[] = [],
): KeyRange | undefined => {
  const start = partitionText(partition);
  const end = start + LAST;
  if (operator === undefined) return { from: start, to: end };
  if (!low || !high) return undefined;
  const first = start + orderedText(low);
  // In an index, the key of the table follows the sort key.
  const last = start + orderedText(high) + LAST;
  const prefix = first.slice(0, -END.length);
  const ranges: Readonly<Record<string, KeyRange>> = {
    '=': { from: first, to: last },
    BETWEEN: { from: first, to: last },
    '<': { from: start, to: first },
    '<=': { from: start, to: last },
    '>': { from: last, to: end },
    '>=': { from: first, to: end },
    begins_with: { from: prefix, to: prefix + LAST },
  };
  return ranges[operator];
};

/** The rest of a range after the item with the key `text`, in the direction of the read. */
export const rangeAfter = ({ from, to }: KeyRange, text: string, isForward: boolean): KeyRange =>
  isForward ? { from: text + LAST, to } : { from, to: text };
