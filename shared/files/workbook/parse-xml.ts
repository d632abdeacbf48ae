import { Parser } from 'saxen';
import { UnreadableFile } from '../unreadable-file.ts';

interface XmlHandlers {
  readonly open?: (name: string, attributes: () => Readonly<Record<string, string>>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

const SLICE = 65_536;

/**
 * The parser reads a tag or a text again from its beginning with each slice until it ends, so a long one takes quadratic time. A
 * cell of a spreadsheet program has at most 32,767 characters.
 */
const MAX_SLICES_WITHOUT_END = 8;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Parses XML piece by piece. Names come without their prefixes. */
export const parseXml = (bytes: Uint8Array | undefined, { open, close, text }: XmlHandlers): void => {
  if (!bytes) return;
  const parser = new Parser();
  let slicesWithoutEnd = 0;
  parser.on('openTag', (name, attributes, decode) => {
    slicesWithoutEnd = 0;
    open?.(localName(name), () =>
      Object.fromEntries(Object.entries(attributes()).map(([key, value]) => [key, decode(value)])),
    );
  });
  if (close) parser.on('closeTag', (name) => close(localName(name)));
  if (text) {
    parser.on('text', (value, decode) => text(decode(value)));
    parser.on('cdata', (value) => text(value));
  }
  parser.on('error', () => {
    throw new UnreadableFile('workbook_broken');
  });
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += SLICE) {
    slicesWithoutEnd += 1;
    if (slicesWithoutEnd > MAX_SLICES_WITHOUT_END) throw new UnreadableFile('workbook_broken');
    parser.write(decoder.decode(bytes.subarray(at, at + SLICE), { stream: true }));
  }
  parser.end();
};
