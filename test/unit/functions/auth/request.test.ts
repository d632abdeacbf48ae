import { describe, expect, it } from '@jest/globals';
import { credentials } from '../../../../functions/auth/request.ts';
import { parseBody } from '../../../../shared/http/parse-body.ts';

const parseCredentials = (body: unknown) => parseBody(credentials, body);
const rule = { kind: 'text', minLength: 1, maxLength: 256 };
const required = { kind: 'required' };

describe('The body of a log-in', () => {
  it.each([
    ['the shortest', { clientId: 'a', clientSecret: 'b' }],
    ['the longest', { clientId: 'a'.repeat(256), clientSecret: '🪑'.repeat(256) }],
  ])('can have %s credentials', (_, body) => {
    expect(parseCredentials(body)).toEqual(body);
  });

  it('can have other members, which are ignored', () => {
    const sent = { clientId: 'a', clientSecret: 'b' };
    expect(parseCredentials({ ...sent, scope: 'all' })).toEqual(sent);
  });

  it.each([undefined, null, 42, 'text', true, [[]], [[{ clientId: 'a', clientSecret: 'b' }]]])(
    'cannot be %j',
    (body) => {
      expect(() => parseCredentials(body)).toThrow(
        expect.objectContaining({ code: 'invalid_body', message: 'not an object', fieldErrors: [] }),
      );
    },
  );

  it.each([
    [{}, { clientId: required, clientSecret: required }],
    [{ clientId: 'a' }, { clientSecret: required }],
    [{ clientId: 'a', clientSecret: '' }, { clientSecret: rule }],
    [{ clientId: 'a'.repeat(257), clientSecret: 'b' }, { clientId: rule }],
    [
      { clientId: '\ud800', clientSecret: 42 },
      { clientId: rule, clientSecret: rule },
    ],
    [{ clientId: null, clientSecret: 'b' }, { clientId: rule }],
  ])('that is %j has these invalid fields: %j', (body, faults) => {
    const fieldErrors = Object.entries(faults).map(([field, fault]) => ({ field, fault }));
    const message = Object.keys(faults).join(', ');
    expect(() => parseCredentials(body)).toThrow(
      expect.objectContaining({ code: 'invalid_field', message, fieldErrors }),
    );
  });
});
