import { describe, expect, it } from '@jest/globals';
import { hasIdentifiers } from '../../../shared/domain/user.ts';

const ana = { companyId: 'acme', id: 42, uid: 'E-42', email: 'ana@acme.example', devices: [] };

describe('Whether a user is named by', () => {
  it.each([
    ['its id', { id: 42 }, true],
    ['its uid', { uid: 'E-42' }, true],
    ['its e-mail address', { email: 'ana@acme.example' }, true],
    ['all three', { id: 42, uid: 'E-42', email: 'ana@acme.example' }, true],
    ['its id and the uid of another', { id: 42, uid: 'E-43' }, false],
    ['its uid in another case', { uid: 'e-42' }, false],
    ['its uid and a blank', { uid: 'E-42 ' }, false],
    ['its uid and the e-mail address of another', { uid: 'E-42', email: 'bob@acme.example' }, false],
    ['the id of another', { id: 43 }, false],
  ])('%s, %j: %s', (_, identifiers, isNamed) => {
    expect(hasIdentifiers(ana, identifiers)).toBe(isNamed);
  });
});
