import { describe, expect, it } from '@jest/globals';
import { foldText, rotationsOf, truncateForIndex, toSortText, wordsOf } from '../../../shared/domain/search-text.ts';

describe('foldText', () => {
  it.each([
    ['José Ñandú', 'jose nandu'],
    ['Jose\u0301', 'jose'],
    ['ÅKERSTRÖM', 'akerstrom'],
    ['Łódź Ørsted Đặng Æther Straße Œuvre Þór Garðar Ħal', 'lodz orsted dang aether strasse oeuvre thor gardar hal'],
    ['İstanbul Işık', 'istanbul isik'],
    ['ＡＢＣ１', 'abc1'],
    ['Ёлка й', 'елка и'],
    ['王菲', '王菲'],
    ...Array.from("'`´‘’′ʻʼʾʿ＇", (apostrophe): [string, string] => [`O${apostrophe}Brien`, 'obrien']),
  ])('turns %j into %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('keeps the marks of scripts other than Latin, Greek and Cyrillic', () => {
    expect(foldText('か')).not.toBe(foldText('が'));
    expect(foldText('कि')).not.toBe(foldText('का'));
  });

  it('lets the beginning of a Hangul syllable match the whole syllable', () => {
    expect(foldText('김하나').startsWith(foldText('기'))).toBe(true);
  });
});

describe('Names', () => {
  it('are split into words at spaces and punctuation, except apostrophes', () => {
    expect(wordsOf("  Mary-Ann  O'Brien, Dr. ")).toEqual(['mary', 'ann', 'obrien', 'dr']);
    expect(wordsOf('—')).toEqual([]);
  });

  it('are indexed once for each word', () => {
    expect(rotationsOf('Ana María Ñandú')).toEqual(['ana maria nandu', 'maria nandu ana', 'nandu ana maria']);
    expect(rotationsOf('—')).toEqual([]);
  });

  it('fit into the index, however long they are', () => {
    const long = 'ﷺ '.repeat(64);
    expect(rotationsOf(long)).toHaveLength(16);
    expect(truncateForIndex('\u{1F6AA}'.repeat(300))).toBe('\u{1F6AA}'.repeat(200));
    const bytes = [...rotationsOf(long), truncateForIndex(foldText('\u{1F6AA}'.repeat(254)))].map(
      (text) => Buffer.from(text).length,
    );
    expect(Math.max(...bytes)).toBeLessThanOrEqual(1_024);
  });

  it('are sorted regardless of case and accents, and people without a name come last', () => {
    const sorted = ['zoe', 'Ángel', 'ana', 'Bea'].map((name) => ({ name, text: toSortText({ id: 1, name }) }));
    const names = sorted.toSorted((one, other) => (one.text < other.text ? -1 : 1)).map(({ name }) => name);
    expect(names).toEqual(['ana', 'Ángel', 'Bea', 'zoe']);
    expect(toSortText({ id: 7 }) > toSortText({ id: 1, name: 'zzz' })).toBe(true);
  });

  it('that are missing are replaced with the uid, e-mail address or id for sorting', () => {
    const person = { id: 7, email: 'zoe@acme.example', uid: 'E-1' };
    expect(toSortText(person)).toBe('2 e-1');
    expect(toSortText({ ...person, uid: undefined })).toBe('2 zoe@acme.example');
    expect(toSortText({ id: 7 })).toBe('2 7');
  });
});
