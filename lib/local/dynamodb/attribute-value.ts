import { invalid, limits, recordIn, unsupported } from './request.ts';

/** A value in DynamoDB's JSON, normalised: numbers are canonical and sets are sorted, so that equal values have equal members. */
export type AttributeValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly M: Item }
  | { readonly L: readonly AttributeValue[] }
  | { readonly SS: readonly string[] };

export type Item = Readonly<Record<string, AttributeValue>>;
export type Type = 'S' | 'N' | 'BOOL' | 'NULL' | 'M' | 'L' | 'SS';

export const typeOf = (value: AttributeValue): Type => Object.keys(value)[0] as Type;

/** The canonical text of a number. @throws AwsError */
export const canonicalNumber = (text: string): string => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw unsupported(`the number ${text}: only whole numbers below 2^53`);
  return String(number);
};

export const toSet = (members: readonly string[]): AttributeValue => ({ SS: [...new Set(members)].toSorted() });

/** Normalises a value of a request. The SDK made it, so its parts have the right types. @throws AwsError */
export const parseValue = (raw: unknown, depth = 0): AttributeValue => {
  const value = recordIn(raw) as AttributeValue;
  if (depth > limits.nesting) throw invalid('Nesting Levels have exceeded supported limits');
  if ('N' in value) return { N: canonicalNumber(value.N) };
  if ('M' in value) return { M: parseItem(value.M, depth + 1) };
  if ('L' in value) return { L: value.L.map((element) => parseValue(element, depth + 1)) };
  if ('SS' in value) return toSet(value.SS);
  if ('S' in value || 'BOOL' in value || 'NULL' in value) return value;
  throw unsupported(`the type ${Object.keys(value).join(', ')}`);
};

/** Normalises an item, a key or the values of expressions. @throws AwsError */
export const parseItem = (raw: unknown, depth = 0): Item =>
  Object.fromEntries(Object.entries(recordIn(raw)).map(([name, value]) => [name, parseValue(value, depth)]));

const sum = <One>(all: readonly One[], sizeOf: (one: One) => number): number =>
  all.reduce((total, one) => total + sizeOf(one), 0);

const significantDigits = (number: string): string => number.replaceAll(/^-|0+$/g, '');

/** The size of a value in bytes, for limits and capacity units (Developer Guide, "DynamoDB item sizes and formats"). */
export const sizeOfValue = (value: AttributeValue): number => {
  if ('S' in value) return Buffer.byteLength(value.S);
  if ('N' in value) return Math.ceil(significantDigits(value.N).length / 2) + 1 + Number(value.N.startsWith('-'));
  if ('M' in value) return 3 + Object.keys(value.M).length + sizeOfItem(value.M);
  if ('L' in value) return 3 + sum(value.L, (one) => 1 + sizeOfValue(one));
  if ('SS' in value) return sum(value.SS, (member) => Buffer.byteLength(member));
  return 1;
};

const sizes = new WeakMap<Item, number>();

/** @returns the size in bytes; 0 if there is no item */
export const sizeOfItem = (item: Item | undefined): number => {
  if (!item) return 0;
  const known = sizes.get(item);
  if (known !== undefined) return known;
  const size = sum(Object.entries(item), ([name, value]) => Buffer.byteLength(name) + sizeOfValue(value));
  sizes.set(item, size);
  return size;
};
