import { NO_TIME } from '../date-times.ts';
import { parseXml } from './parse-xml.ts';

/** How a number is shown, as far as its text depends on it. */
export interface NumberStyle {
  readonly isDate: boolean;
  readonly hasTime: boolean;
  /** The text of an integer, with a {@link DIGIT} for each digit: `"B-"0000` shows 42 as B-0042. Undefined: the digits alone. */
  readonly mask: string | undefined;
}

const DIGIT = '\0';

/** The built-in formats of dates and times (ECMA-376, part 1, section 18.8.30), including those of East Asian languages. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
const isBuiltInTime = (id: number): boolean => (id >= 18 && id <= 22) || (id >= 45 && id <= 47);

/** Excel's own limit is 255 characters. Longer formats could cost any amount of time, or make any number as long as they are. */
const MAX_FORMAT_LENGTH = 255;

/** The parts of a number format. Colours, conditions and parts that only make space are in no group. */
const PARTS = /"(?<quoted>[^"]*)"|\\(?<escaped>.)|[_*].|\[[^\]]*\]|(?<digit>0)|(?<sign>[-+():' ])|(?<other>.)/g;
type Parts = readonly Readonly<Record<string, string | undefined>>[];

/** The mask of a format of zeros and fixed text. The unit of a quantity, as in `0" min"`, is not part of the number. */
const toMask = (parts: Parts): string | undefined => {
  const mask = parts.map(({ quoted, escaped, digit, sign }) => (digit ? DIGIT : (quoted ?? escaped ?? sign))).join('');
  const isFixed = parts.every(({ other }) => other === undefined) && mask.includes(DIGIT);
  const isQuantity = mask.startsWith(DIGIT) && mask.lastIndexOf(DIGIT) === 0;
  return isFixed && !isQuantity ? mask : undefined;
};

const toStyle = (id: number, format: string | undefined): NumberStyle => {
  if (format === undefined) return { isDate: isBuiltInDate(id), hasTime: isBuiltInTime(id), mask: undefined };
  const [first = ''] = format.slice(0, MAX_FORMAT_LENGTH).split(';');
  const parts = Array.from(first.matchAll(PARTS), ({ groups }) => groups ?? {});
  const symbols = parts.map(({ other }) => other).join('');
  const isDate = /[dmyhs]/i.test(symbols);
  return { isDate, hasTime: isDate && /[hs]/i.test(symbols), mask: toMask(parts) };
};

/** Reads the styles of numbers, to which cells refer by their index. */
export const readStyles = (bytes: Uint8Array | undefined): NumberStyle[] => {
  const formats = new Map<number, string>();
  const styles: NumberStyle[] = [];
  const byId = new Map<number, NumberStyle>();
  let isCellStyle = false;
  parseXml(bytes, {
    open: (name, attributes) => {
      if (name === 'numFmt') formats.set(Number(attributes()['numFmtId']), attributes()['formatCode'] ?? '');
      if (name === 'cellXfs') isCellStyle = true;
      if (name !== 'xf' || !isCellStyle) return;
      const id = Number(attributes()['numFmtId'] ?? 0);
      const style = byId.get(id) ?? toStyle(id, formats.get(id));
      byId.set(id, style);
      styles.push(style);
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return styles;
};

const DAY_SECONDS = 86_400;
/** 1 January 1970 in Excel's systems of dates. */
const UNIX_DAY = { 1900: 25_569, 1904: 24_107 } as const;

const toDateText = (serial: number, hasTime: boolean, is1904: boolean): string => {
  // Excel keeps a moment as a fraction of days, in which 10:00 can be 09:59:59.9999.
  const seconds = Math.round((serial - UNIX_DAY[is1904 ? 1904 : 1900]) * DAY_SECONDS);
  const moment = new Date(seconds * 1000);
  if (Number.isNaN(moment.getTime())) return String(serial);
  const [date = '', time = ''] = moment.toISOString().slice(0, 19).split('T');
  const shownTime = time.endsWith(':00') ? time.slice(0, 5) : time;
  // A time without a day.
  if (serial < 1) return shownTime;
  return hasTime || seconds % DAY_SECONDS !== 0 ? `${date} ${shownTime}` : date + NO_TIME;
};

/** From 10¹⁵ on, a workbook does not have all digits of an integer. Imports reject its text, which has an exponent. */
const FIRST_INEXACT = 1e15;

/** Computed integers, such as `=(B2-A2)*1440`, can differ from the integer by less than any cell shows. */
const MAX_COMPUTING_ERROR = 1e-9;

const withoutError = (number: number): number =>
  Math.abs(number - Math.round(number)) < MAX_COMPUTING_ERROR ? Math.round(number) : number;

/** Digits for which the mask has no place go to its first place, as in Excel: `00-00` shows 12345 as 123-45. */
const fillMask = (mask: string, digits: string): string => {
  const places = mask.split(DIGIT).length - 1;
  const padded = digits.padStart(places, '0');
  const atFirstPlace = padded.length - places + 1;
  const filling = [padded.slice(0, atFirstPlace), ...padded.slice(atFirstPlace).split('')].values();
  return mask.replaceAll(DIGIT, () => filling.next().value ?? '');
};

/** The text of a number as a person sees it in the sheet, as far as its digits or its date depend on the style. */
export const toNumberText = (text: string, style: NumberStyle | undefined, is1904: boolean): string => {
  const stored = Number(text);
  if (Number.isNaN(stored)) return text;
  if (style?.isDate) return toDateText(stored, style.hasTime, is1904);
  const number = withoutError(stored);
  if (!Number.isInteger(number)) return String(number);
  if (Math.abs(number) >= FIRST_INEXACT) return number.toExponential();
  return style?.mask === undefined || number < 0 ? String(number) : fillMask(style.mask, String(number));
};
