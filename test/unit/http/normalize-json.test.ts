import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normalizeJson } from '../../../shared/http/read-body.ts';

const parseJson = (text: string): unknown => JSON.parse(normalizeJson(text));

describe('A number in JSON', () => {
  it.each(['42', '42.0', '42.000', '4.2e1', '420e-1', '4200.00e-2'])('%s is 42', (text) => {
    expect(parseJson(`{"x":${text}}`)).toEqual({ x: 42 });
  });

  it.each(['0', '0e-9'])('%s is 0', (text) => {
    expect((parseJson(`{"x":${text}}`) as { x: number }).x === 0).toBe(true);
  });

  it.each(['41.99999999999999999', '9007199254740991.4', '1e-400', '1e400'])(
    '%s is read as -0.5, because JSON.parse would round it to a whole number or to infinity',
    (text) => {
      for (const frame of ['{"x":?}', '{"x" : ?}', '{"x"\t\n:?}', '[?]', '[ ?]', '[1,?]', '[1,\n?]'])
        expect(parseJson(frame.replace('?', text))).toEqual(JSON.parse(frame.replace('?', '-0.5')));
    },
  );

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
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      // Members with these names are removed, as the tests below check.
      fc.pre(!/__proto__|constructor/.test(text));
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

describe('A member of an object in JSON', () => {
  it('is omitted if middy’s parser would reject a body with it', () => {
    const parsed = parseJson('{"__proto__":{"id":1},"constructor":{"prototype":{"id":2}},"x":3}') as { id?: number };
    expect(Object.keys(parsed)).toEqual(['x']);
    expect([parsed.id, ({} as { id?: number }).id]).toEqual([undefined, undefined]);
  });

  it('stays if it only resembles a member that middy’s parser would reject', () => {
    const text = '{"constructor":{"id":1},"x":{"prototype":1}}';
    expect(normalizeJson(text)).toBe(text);
  });

  it.each(['__proto__', '\\u005f_proto__'])('is omitted if its name is written as %s', (name) => {
    expect(normalizeJson(`{"${name}":{"id":1},"x":3}`)).toBe('{"x":3}');
  });
});

describe('A text that is not JSON', () => {
  it.each(['', `${'['.repeat(100_000)}${']'.repeat(100_000)}`])(
    'is rejected with an error that has a cause (%#)',
    (text) => {
      const cause = expect.any(Error);
      expect(() => parseJson(text)).toThrow(expect.objectContaining({ code: 'invalid_body', cause }));
    },
  );
});
