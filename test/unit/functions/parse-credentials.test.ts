import { describe, expect, it } from '@jest/globals';
import { parseCredentials } from '../../../functions/auth/request.ts';
import type { ServiceError } from '../../../shared/domain/service-error.ts';

const refusalOf = (body: unknown): ServiceError => {
  try {
    parseCredentials(body);
  } catch (error) {
    return error as ServiceError;
  }
  throw new Error('they were taken');
};

describe('Credentials', () => {
  it('are two texts of 1 to 256 characters', () => {
    for (const text of ['x', 'x'.repeat(256)]) {
      const credentials = { clientId: text, clientSecret: text };
      expect(parseCredentials({ ...credentials, more: 1 })).toEqual(credentials);
    }
  });

  it.each([
    ['clientId', { clientSecret: 'b' }],
    ['clientSecret', { clientId: 'a' }],
  ])('have to have %s', (missing, body) => {
    const { code, fieldErrors } = refusalOf(body);
    expect([code, fieldErrors]).toEqual(['invalid_field', [{ field: missing, fault: { kind: 'required' } }]]);
  });

  it.each(['', 'x'.repeat(257), null, 1, '\ud800', ['x']])('are not %j', (value) => {
    const rule = { kind: 'text', shortest: 1, longest: 256 };
    expect(refusalOf({ clientId: value, clientSecret: 'b' }).fieldErrors).toEqual([{ field: 'clientId', fault: rule }]);
  });
});
