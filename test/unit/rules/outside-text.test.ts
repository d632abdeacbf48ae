import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import {
  cleanIdentifier,
  cleanWords,
  findControl,
  findInvisible,
  showInvisible,
} from '../../../shared/rules/outside-text.ts';
import { anyCharacter } from '../../support/any-character.ts';

const spaces = ['\t', '\n', '\r', ' ', '\u00a0', '\u1680', '\u2007', '\u202f', '\u3000', '\ufeff'];
const unseen = ['\u00ad', '\u061c', '\u200b', '\u200e', '\u200f', '\u202a', '\u202e', '\u2060', '\u2066', '\u2069'];
const joiners = ['\u200c', '\u200d'];
const controls = ['\u0000', '\u000b', '\u001f', '\u007f', '\u0085', '\u009f', '\u2028', '\u2029'];

const outerSpace = fc.string({ unit: fc.constantFrom(...spaces), maxLength: 5 });
/** Texts with many of the characters that are treated specially. */
const texts = fc.string({
  unit: fc.oneof(anyCharacter, fc.constantFrom('a', 'e', '\u0301', ...spaces, ...unseen, ...joiners, ...controls)),
});
const visible = fc.string({ unit: fc.constantFrom('a', 'É', '5', '-', '日', '😀'), minLength: 1, maxLength: 9 });

describe.each([
  ['an identifier', cleanIdentifier],
  ['words', cleanWords],
] as const)('Cleaning %s', (_, clean) => {
  it('removes white space at both ends, and nothing inside', () => {
    fc.assert(
      fc.property(visible, outerSpace, outerSpace, visible, (one, before, after, other) => {
        expect(clean(`${before}${one} ${other}${after}`)).toBe(`${one} ${other}`.normalize('NFC'));
      }),
    );
  });

  it('makes texts that look the same equal (NFC), and changes a clean text no further', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(clean(clean(text))).toBe(clean(text));
        expect(clean(text.normalize('NFD'))).toBe(clean(text));
      }),
    );
  });
});

describe('Words', () => {
  it('lose invisible characters, but keep those that Persian, Hindi and emoji need', () => {
    for (const character of unseen) expect(cleanWords(`Ada${character} Lovelace ${character}`)).toBe('Ada Lovelace');
    for (const joiner of joiners) expect(cleanWords(`می${joiner}خواهم`)).toBe(`می${joiner}خواهم`);
    expect(cleanWords('e\u200b\u0301')).toBe('é');
  });

  it('must not contain control characters or line separators', () => {
    for (const character of ['\n', '\t', ...controls]) expect(findControl(`Ada${character}L`)?.after).toBe('Ada');
    for (const character of [...joiners, ' ', '\u3000']) expect(findControl(`Ada${character}L`)).toBeUndefined();
  });
});

describe('An identifier', () => {
  it('must not contain an invisible character, which the problem names with what stands before it', () => {
    expect(findInvisible('BADGE-5\u200b')).toEqual({
      kind: 'invisible-character',
      character: 'U+200B',
      after: 'BADGE-5',
    });
    expect(findInvisible('\u{e0041}B')).toEqual({
      kind: 'first-invisible-character',
      character: 'U+E0041',
      after: '',
    });
    expect(findInvisible('A\u0000\u200b')).toEqual({ kind: 'control-character', character: 'U+0000', after: 'A' });
    expect(findInvisible(`${'x'.repeat(32)}\u2028`)?.after).toBe('x'.repeat(32));
    expect(findInvisible(`${'x'.repeat(99)}\u{1f600}\u2028`)?.after).toBe(`…${'x'.repeat(31)}\u{1f600}`);
  });

  it('is not normalised if it is too long for any field', () => {
    const [longest, tooLong] = [2_048, 2_049].map((length) => 'e\u0301'.padEnd(length, 'x')) as [string, string];
    expect([cleanIdentifier(longest)[0], cleanIdentifier(tooLong)]).toEqual(['é', tooLong]);
  });

  it('may contain everything else', () => {
    for (const character of [...controls, ...unseen, ...joiners, '\t', '\ufeff'])
      expect(findInvisible(`A${character}B`)).toBeDefined();
    for (const text of ['', 'BADGE 5', 'Å\u00a0B', '日本', '😀', '\u0905\u0301'])
      expect(findInvisible(text)).toBeUndefined();
  });
});

describe('Showing a text', () => {
  it.each([
    ['BADGE-0003\r\n', 'BADGE-0003[U+000D][U+000A]'],
    ['BADGE-5\u200b', 'BADGE-5[U+200B]'],
    [' a  b ', '[U+0020]a [U+0020]b[U+0020]'],
    ['a\u00a0b\u{e0041}', 'a[U+00A0]b[U+E0041]'],
    ['a\ud800', 'a[U+D800]'],
    ['Ada Lovelace, 日本', 'Ada Lovelace, 日本'],
  ])('makes what is invisible in %j visible', (text, shown) => {
    expect(showInvisible(text)).toBe(shown);
  });

  it('changes nothing that is visible', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const shown = showInvisible(text);
        expect(findInvisible(shown)).toBeUndefined();
        expect(showInvisible(shown)).toBe(shown);
      }),
    );
  });
});
