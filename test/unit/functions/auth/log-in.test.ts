import { describe, expect, it } from '@jest/globals';
import { credentials } from '../../../../functions/auth/log-in.ts';
import { parseBody } from '../../../../shared/http/field.ts';

const parseCredentials = (body: unknown) => parseBody(credentials, body);
const rule = { kind: 'text', minLength: 1, maxLength: 256 };
const required = { kind: 'required' };

describe('The body of a log-in', () => {
  it('has an id and a secret, and can have other members, which are ignored', () => {
    const sent = { clientId: 'a', clientSecret: '🪑'.repeat(256) };
    expect(parseCredentials({ ...sent, scope: 'all' })).toEqual(sent);
  });

  it.each([undefined, null, 'text', [[]]])('cannot be %j', (body) => {
    expect(() => parseCredentials(body)).toThrow(
      expect.objectContaining({ code: 'invalid_body', message: 'not an object', fieldErrors: [] }),
    );
  });

  it.each([
    [{}, { clientId: required, clientSecret: required }],
    [
      { clientId: 'a'.repeat(257), clientSecret: null },
      { clientId: rule, clientSecret: rule },
    ],
  ])('that is %j has these invalid fields: %j', (body, faults) => {
    const fieldErrors = Object.entries(faults).map(([field, fault]) => ({ field, fault }));
    const message = Object.keys(faults).join(', ');
    expect(() => parseCredentials(body)).toThrow(
      expect.objectContaining({ code: 'invalid_field', message, fieldErrors }),
    );
  });
});
