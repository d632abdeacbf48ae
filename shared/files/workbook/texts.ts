import { parseXml } from './parse-xml.ts';

/** Excel writes characters that XML does not allow as `_x000D_`. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** Reads the texts that several cells share. */
export const readStrings = (bytes: Uint8Array | undefined): string[] => {
  const strings: string[] = [];
  let current = '';
  let isText = false;
  let isPhonetic = false;
  parseXml(bytes, {
    open: (name) => {
      if (name === 'si') current = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    close: (name) => {
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') strings.push(unescapeText(current));
      isText = false;
    },
    text: (text) => {
      if (isText) current += text;
    },
  });
  return strings;
};
