import { describe, expect, it } from '@jest/globals';
import { readBearer } from '../../../shared/http/read-bearer.ts';

const read = (authorization?: string, name = 'authorization'): string => {
  try {
    return readBearer({ headers: authorization === undefined ? {} : { [name]: authorization } });
  } catch (error) {
    return String((error as { code?: string }).code);
  }
};

describe('A bearer token', () => {
  it.each(['Bearer a.b-c_d~e+f/g==', 'bearer a.b-c_d~e+f/g==', 'BEARER   a.b-c_d~e+f/g==  '])(
    'is found in %p',
    (value) => {
      expect(read(value)).toBe('a.b-c_d~e+f/g==');
      expect(read(value, 'Authorization')).toBe('a.b-c_d~e+f/g==');
    },
  );

  it.each(['Bearer a b', 'Bearer a=b', 'Bearer =', 'Bearer a,Bearer b', 'Bearer \ta', 'Bearer é', 'bearer  ?'])(
    'is malformed in %p',
    (value) => {
      expect(read(value)).toBe('token_invalid');
    },
  );

  it.each([undefined, '', 'Bearer', 'Bearer ', 'bearer   ', 'Basic YTpi', 'xBearer a', 'Bearera', 'Basic Bearer a'])(
    'is missing in %p',
    (value) => {
      expect(read(value)).toBe('token_missing');
    },
  );
});
