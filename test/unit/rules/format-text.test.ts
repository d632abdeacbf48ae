import { describe, expect, it } from '@jest/globals';
import { formatText } from '../../../shared/rules/format-text.ts';

const DESKS = { one: '{count} desk', other: '{count} desks' };

describe('A text', () => {
  it('gets its values, lists with commas', () => {
    expect(formatText('en', '{a}, {b}{a}', { a: 1, b: ['{a}', 2], c: 3 })).toBe('1, {a}, 21');
  });

  it.each(['en', 'pt-BR', 'es', 'de'])('has the singular for one only, in %s', (locale) => {
    expect([0, 1, 2, 1_000_000].map((count) => formatText(locale, DESKS, { count }))).toEqual([
      '0 desks',
      '1 desk',
      '2 desks',
      '1000000 desks',
    ]);
  });

  it('is rejected without one of its values', () => {
    expect(() => formatText('en', DESKS, { number: 1 })).toThrow('The text "{count} desks" needs a value for count.');
  });
});
