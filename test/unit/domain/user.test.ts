import { expect, it } from '@jest/globals';
import { hasIdentifiers } from '../../../shared/domain/identifiers.ts';

const ana = { companyId: 'acme', id: 42, uid: 'E-42', email: 'ana@acme.example', devices: [] };

it.each([
  ['the user’s id', { id: 42 }, true],
  ['the user’s uid', { uid: 'E-42' }, true],
  ['the user’s e-mail address', { email: 'ana@acme.example' }, true],
  ['all three identifiers', { id: 42, uid: 'E-42', email: 'ana@acme.example' }, true],
  ['the user’s id and somebody else’s uid', { id: 42, uid: 'E-43' }, false],
  ['the user’s uid in another case', { uid: 'e-42' }, false],
  ['the user’s uid with a trailing blank', { uid: 'E-42 ' }, false],
  ['the user’s uid and somebody else’s e-mail address', { uid: 'E-42', email: 'bob@acme.example' }, false],
  ['somebody else’s id', { id: 43 }, false],
])('Whether a user has all of the given identifiers %s, %j: %s', (_, identifiers, isMatch) => {
  expect(hasIdentifiers(ana, identifiers)).toBe(isMatch);
});
