import { invalid, invalidParameter, limits, recordIn, wrongType, unsupported } from './request.ts';

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

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The canonical text of a number. @throws AwsError */
export const canonicalNumber = (text: string): string => {
  if (!NUMBER.test(text)) throw invalid(`The parameter cannot be converted to a numeric value: ${text}`);
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw unsupported(`the number ${text}: only whole numbers below 2^53`);
  return String(number);
};

/** Makes a set. A member can be given twice, such as by ADD if both sets have it. */
export const toSet = (members: readonly string[]): AttributeValue => ({ SS: [...new Set(members)].toSorted() });

const textIn = (raw: unknown): string => {
  if (typeof raw !== 'string') throw wrongType();
  return raw;
};

const listIn = (raw: unknown): readonly unknown[] => {
  if (!Array.isArray(raw)) throw wrongType();
  return raw as readonly unknown[];
};

const parseSet = (raw: unknown): AttributeValue => {
  const members = listIn(raw).map(textIn);
  // DynamoDB's own text, mistakes included.
  if (members.length === 0) throw invalidParameter('An string set  may not be empty');
  if (new Set(members).size < members.length)
    throw invalidParameter(`Input collection [${members.join(', ')}] contains duplicates.`);
  return toSet(members);
};

const parsers: Readonly<Record<Type, (raw: unknown, depth: number) => AttributeValue>> = {
  S: (raw) => ({ S: textIn(raw) }),
  N: (raw) => ({ N: canonicalNumber(textIn(raw)) }),
  BOOL: (raw) => {
    if (typeof raw !== 'boolean') throw wrongType();
    return { BOOL: raw };
  },
  NULL: (raw) => {
    if (raw !== true) throw invalidParameter('Null attribute value types must have the value of true');
    return { NULL: true };
  },
  M: (raw, depth) => ({ M: parseItem(raw, depth + 1) }),
  L: (raw, depth) => ({ L: listIn(raw).map((element) => parseValue(element, depth + 1)) }),
  SS: parseSet,
};

/** Normalises a value of a request. @throws AwsError */
const parseValue = (raw: unknown, depth = 0): AttributeValue => {
  const [member, ...others] = Object.entries(recordIn(raw));
  if (depth >= limits.nesting) throw invalid('Nesting Levels have exceeded supported limits');
  if (!member) throw invalid('Supplied AttributeValue is empty, must contain exactly one of the supported datatypes');
  if (others.length > 0)
    throw invalid(
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    );
  const [type, content] = member;
  if (!Object.hasOwn(parsers, type)) throw unsupported(`the type ${type}`);
  return parsers[type as Type](content, depth);
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

/** The sizes of stored items, which never change and are needed at each read. */
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
