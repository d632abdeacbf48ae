import { describe, expect, it } from '@jest/globals';
import type { User } from '../../../../shared/domain/user.ts';
import { findPlace, makeMatch, rangesOf } from '../../../../shared/use-cases/users/search-by-text.ts';

const text = (prefix: string, ...words: string[]) => ({ list: 'texts', prefix, words });
const jose: User = { companyId: 'acme', id: 19, name: 'José Ñandú', uid: 'E-7', email: 'jn@demo.example', devices: [] };

describe('The ranges that a search reads', () => {
  it.each([
    ['  ', [{ list: 'names', prefix: '', words: [] }]],
    [' Ñandú ', [text('nandu')]],
    ['E-7', [text('e-7'), text('e 7')]],
    ['?!', [text('?!')]],
    ['- x', [text('- x'), text('x')]],
    ['jo ñandú', [text('jo nandu'), text('nandu', 'jo', 'nandu')]],
    [`a ${'x'.repeat(300)}`, [text(`a ${'x'.repeat(198)}`), text('x'.repeat(200), 'a', 'x'.repeat(300))]],
  ])('for %j are %j', (query, ranges) => {
    expect(rangesOf(query)).toEqual(ranges);
  });
});

describe('A search for', () => {
  it.each([
    ['', { range: 0, text: expect.stringContaining('jose nandu') }],
    ['e', { range: 0, text: 'e-7' }],
    ['j', { range: 0, text: 'jn@demo.example' }],
    ['jos', { range: 0, text: 'jose nandu' }],
    ['na jo', { range: 1, text: 'nandu jose' }],
  ])('%j finds José Ñandú at the place %j', (query, place) => {
    expect(findPlace(jose, rangesOf(query))).toEqual(place);
  });

  it('several texts of a user shows the user at the first text', () => {
    expect(findPlace({ ...jose, name: 'Bo Ba' }, rangesOf('b'))).toEqual({ range: 0, text: 'ba bo' });
  });

  it.each([
    [' 19 ', true],
    ['nan', true],
  ])('%j finds José Ñandú: %s', (query, isFound) => {
    expect(makeMatch(query)(jose)).toBe(isFound);
    expect(makeMatch('jos')({ companyId: 'acme', id: 1, devices: [] })).toBe(false);
  });
});
