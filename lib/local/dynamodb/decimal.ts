import { invalid } from './dynamodb-error.ts';

/** DynamoDB's numbers: 38 significant digits, from 1E-130 to 9.99…E+125, as text in plain notation without needless zeros. */
interface Decimal {
  readonly isNegative: boolean;
  /** Without zeros at both ends; empty for zero. */
  readonly digits: string;
  /** The position of the decimal point, counted from the first digit. */
  readonly point: number;
}

const NUMBER = /^(?<sign>[+-]?)(?<whole>\d*)(?:\.(?<fraction>\d*))?(?:e(?<exponent>[+-]?\d+))?$/i;
/** Most numbers: they are canonical, and a JavaScript number holds them. */
const SHORT_INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;
const MAX_DIGITS = 38;
const MAX_POINT = 126;
const MIN_POINT = -129;

const parse = (text: string): Decimal => {
  const { sign, whole = '', fraction = '', exponent = '0' } = NUMBER.exec(text)?.groups ?? {};
  const all = whole + fraction;
  if (all === '') throw invalid(`The parameter cannot be converted to a numeric value: ${text}`);
  const significant = all.replace(/^0+/, '');
  const digits = significant.replace(/0+$/, '');
  const point = digits === '' ? 0 : whole.length + Number(exponent) - (all.length - significant.length);
  return { isNegative: sign === '-' && digits !== '', digits, point };
};

const format = ({ isNegative, digits, point }: Decimal): string => {
  const sign = isNegative ? '-' : '';
  if (digits === '') return '0';
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const fraction = digits.slice(point);
  return `${sign}${digits.slice(0, point).padEnd(point, '0')}${fraction && `.${fraction}`}`;
};

/** The canonical text of a number. @throws DynamoDbError for a text that is no number, or none that DynamoDB can hold */
export const canonicalNumber = (text: string): string => {
  if (SHORT_INTEGER.test(text)) return text;
  const decimal = parse(text);
  if (decimal.digits.length > MAX_DIGITS)
    throw invalid('Attempting to store more than 38 significant digits in a Number');
  if (decimal.point > MAX_POINT)
    throw invalid('Number overflow. Attempting to store a number with magnitude larger than supported range');
  if (decimal.point < MIN_POINT)
    throw invalid('Number underflow. Attempting to store a number with magnitude smaller than supported range');
  return format(decimal);
};

/** Compares two canonical numbers. */
export const compareNumbers = (one: string, other: string): number => {
  if (one === other) return 0;
  if (SHORT_INTEGER.test(one) && SHORT_INTEGER.test(other)) return Number(one) - Number(other);
  const [left, right] = [parse(one), parse(other)];
  if (left.isNegative !== right.isNegative) return left.isNegative ? -1 : 1;
  const direction = left.isNegative ? -1 : 1;
  if (left.digits === '' || right.digits === '') return left.digits === '' ? -direction : direction;
  if (left.point !== right.point) return direction * (left.point - right.point);
  return direction * (left.digits < right.digits ? -1 : 1);
};

/** The sum of two canonical numbers. @throws DynamoDbError if DynamoDB cannot hold it */
export const addNumbers = (one: string, other: string): string => {
  const [left, right] = [parse(one), parse(other)];
  const unit = Math.min(left.point - left.digits.length, right.point - right.digits.length);
  const inUnits = ({ isNegative, digits, point }: Decimal): bigint =>
    BigInt(`${isNegative ? '-' : ''}${digits || '0'}`) * 10n ** BigInt(point - digits.length - unit);
  return canonicalNumber(`${inUnits(left) + inUnits(right)}e${unit}`);
};

export const negateNumber = (number: string): string => {
  if (number === '0') return number;
  return number.startsWith('-') ? number.slice(1) : `-${number}`;
};

/** The bytes that a number counts: one for two digits, one more, and one for a sign. */
export const sizeOfNumber = (number: string): number => {
  const { isNegative, digits } = parse(number);
  return digits === '' ? 1 : Math.ceil(digits.length / 2) + 1 + Number(isNegative);
};
