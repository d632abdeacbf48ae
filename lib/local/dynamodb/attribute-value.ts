import { isDeepStrictEqual } from 'node:util';
import { canonicalNumber, compareNumbers, sizeOfNumber } from './decimal.ts';
import { DynamoDbError, invalid, invalidParameter } from './dynamodb-error.ts';

/**
 * A value in the form of DynamoDB's JSON, normalised: numbers are canonical, binary values (Base64) too, and sets are sorted, so that
 * equal values have equal members.
 */
export type AttributeValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly B: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly M: Item }
  | { readonly L: readonly AttributeValue[] }
  | { readonly SS: readonly string[] }
  | { readonly NS: readonly string[] }
  | { readonly BS: readonly string[] };

export type Item = Readonly<Record<string, AttributeValue>>;
export type Type = 'S' | 'N' | 'B' | 'BOOL' | 'NULL' | 'M' | 'L' | 'SS' | 'NS' | 'BS';

const MAX_DEPTH = 32;
/** Characters whose order in UTF-16 may differ from that in UTF-8. */
const BEYOND = /[\uD800-\uFFFF]/;

export const typeOf = (value: AttributeValue): Type => Object.keys(value)[0] as Type;

/** What a value contains, of whatever type. */
export const contentOf = (value: AttributeValue): unknown => Object.values(value)[0];

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Compares by the bytes in UTF-8, as DynamoDB orders strings. */
export const compareStrings = (one: string, other: string): number => {
  if (one === other) return 0;
  if (!BEYOND.test(one) || !BEYOND.test(other)) return one < other ? -1 : 1;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
};

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64');
const compareBinaries = (one: string, other: string): number => Buffer.compare(bytesOf(one), bytesOf(other));

const serialization = (): DynamoDbError =>
  new DynamoDbError('SerializationException', 'Unexpected value type in payload');

const string = (raw: unknown): string => {
  if (typeof raw !== 'string') throw serialization();
  return raw;
};

const binary = (raw: unknown): string => {
  const text = string(raw);
  const canonical = bytesOf(text).toString('base64');
  if (canonical !== text) throw serialization();
  return canonical;
};

const number = (raw: unknown): string => canonicalNumber(string(raw));

const parseSet = (
  raw: unknown,
  kind: string,
  parseMember: (member: unknown) => string,
  compare: (one: string, other: string) => number,
): string[] => {
  if (!Array.isArray(raw)) throw serialization();
  if (raw.length === 0) throw invalidParameter(`An ${kind} set  may not be empty`);
  const members = raw.map(parseMember).toSorted(compare);
  if (members.some((member, index) => member === members[index + 1]))
    throw invalidParameter(`Input collection [${members.join(', ')}] contains duplicates.`);
  return members;
};

const parsers: Readonly<Record<Type, (raw: unknown, depth: number) => AttributeValue>> = {
  S: (raw) => ({ S: string(raw) }),
  N: (raw) => ({ N: number(raw) }),
  B: (raw) => ({ B: binary(raw) }),
  BOOL: (raw) => {
    if (typeof raw !== 'boolean') throw serialization();
    return { BOOL: raw };
  },
  NULL: (raw) => {
    if (raw !== true) throw invalidParameter('Null attribute value types must have the value of true');
    return { NULL: true };
  },
  M: (raw, depth) => ({ M: parseMembers(raw, depth + 1) }),
  L: (raw, depth) => {
    if (!Array.isArray(raw)) throw serialization();
    return { L: raw.map((one) => parseAt(one, depth + 1)) };
  },
  SS: (raw) => ({ SS: parseSet(raw, 'string', string, compareStrings) }),
  NS: (raw) => ({ NS: parseSet(raw, 'number', number, compareNumbers) }),
  BS: (raw) => ({ BS: parseSet(raw, 'binary', binary, compareBinaries) }),
};

const parseAt = (raw: unknown, depth: number): AttributeValue => {
  if (!isRecord(raw)) throw serialization();
  const types = Object.keys(raw);
  const type = types[0] as Type;
  if (types.length !== 1 || !Object.hasOwn(parsers, type))
    throw invalid(
      types.length > 1
        ? 'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes'
        : 'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes',
    );
  if (depth > MAX_DEPTH) throw invalid('Nesting Levels have exceeded supported limits');
  return parsers[type](raw[type], depth);
};

const parseMembers = (raw: unknown, depth: number): Item => {
  if (!isRecord(raw)) throw serialization();
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, parseAt(value, depth)]));
};

/** Checks and normalises a value of a request. @throws DynamoDbError */
export const parseValue = (raw: unknown): AttributeValue => parseAt(raw, 0);

/** Checks and normalises an item, a key or the values of expressions. @throws DynamoDbError */
export const parseItem = (raw: unknown): Item => parseMembers(raw, 0);

export const equals = (one: AttributeValue | undefined, other: AttributeValue | undefined): boolean =>
  isDeepStrictEqual(one, other);

/** Compares two strings, numbers or binary values. Undefined for other types, and for two different ones. */
export const compareValues = (
  one: AttributeValue | undefined,
  other: AttributeValue | undefined,
): number | undefined => {
  if (!one || !other) return undefined;
  if ('S' in one && 'S' in other) return compareStrings(one.S, other.S);
  if ('N' in one && 'N' in other) return compareNumbers(one.N, other.N);
  if ('B' in one && 'B' in other) return compareBinaries(one.B, other.B);
  return undefined;
};

export const sizeOfBinary = (base64: string): number => bytesOf(base64).length;

const sum = <One>(all: Iterable<One>, sizeOf: (one: One) => number): number => {
  let total = 0;
  for (const one of all) total += sizeOf(one);
  return total;
};

/** The bytes that a value counts towards limits and capacity units (Developer Guide, "DynamoDB item sizes and formats"). */
export const sizeOfValue = (value: AttributeValue): number => {
  if ('S' in value) return Buffer.byteLength(value.S);
  if ('N' in value) return sizeOfNumber(value.N);
  if ('B' in value) return sizeOfBinary(value.B);
  if ('M' in value) return 3 + Object.keys(value.M).length + sizeOfItem(value.M);
  if ('L' in value) return 3 + sum(value.L, (one) => 1 + sizeOfValue(one));
  if ('SS' in value) return sum(value.SS, (member) => Buffer.byteLength(member));
  if ('NS' in value) return sum(value.NS, sizeOfNumber);
  if ('BS' in value) return sum(value.BS, sizeOfBinary);
  return 1;
};

const sizes = new WeakMap<Item, number>();

/** The bytes of an item: its attributes' names and values. */
export const sizeOfItem = (item: Item): number => {
  const known = sizes.get(item);
  if (known !== undefined) return known;
  const size = sum(Object.entries(item), ([name, value]) => Buffer.byteLength(name) + sizeOfValue(value));
  sizes.set(item, size);
  return size;
};
