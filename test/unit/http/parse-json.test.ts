import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseJson } from '../../../shared/http/parse-json.ts';

describe('A number in JSON', () => {
  it.each(['42', '42.0', '42.000', '4.2e1', '4.2E+1', '420e-1', '0.42e2', '4200.00e-2'])('%s is 42', (text) => {
    expect(parseJson(`{"x":${text}}`)).toEqual({ x: 42 });
  });

  it.each(['0', '0.0', '0e-9', '-0'])('%s is 0', (text) => {
    expect((parseJson(`{"x":${text}}`) as { x: number }).x === 0).toBe(true);
  });

  it.each([
    '41.99999999999999999',
    '42.00000000000000001',
    '9007199254740991.4',
    '4199999999999999999999e-20',
    '1e-400',
    '1e400',
    '-41.99999999999999999',
  ])('%s is read as 0.5, because JSON.parse would round it to a whole number or to infinity', (text) => {
    expect(parseJson(`{"x":[${text}]}`)).toEqual({ x: [0.5] });
  });

  it('with a fraction is read as JSON.parse reads it', () => {
    expect(parseJson('[1.5, 41.9999, -2.5e-3, "41.99999999999999999"]')).toEqual([
      1.5,
      41.9999,
      -0.0025,
      '41.99999999999999999',
    ]);
  });
});

it('JSON that JSON.stringify wrote is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(
      fc.jsonValue().map((value) => JSON.stringify(value)),
      (text) => expect(parseJson(text)).toEqual(JSON.parse(text)),
    ),
  );
});

describe('A text that is not JSON', () => {
  it.each(['', '{', 'NaN', '[1,]', '['.repeat(200_000), `${'['.repeat(100_000)}${']'.repeat(100_000)}`])(
    'is rejected with an error that has a cause (%#)',
    (text) => {
      const cause = expect.any(Error);
      expect(() => parseJson(text)).toThrow(expect.objectContaining({ code: 'invalid_body', cause }));
    },
  );
});
