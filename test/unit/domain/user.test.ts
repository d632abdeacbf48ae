import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldEmail, validateEmail, validateId, validateUid } from '../../../shared/domain/identifier.ts';
import { hasIdentifiers } from '../../../shared/domain/user.ts';
import { anyCharacter } from '../../support/any-character.ts';

const ana = { companyId: 'acme', id: 42, uid: 'E-42', email: 'ana@acme.example', devices: [] };

describe('A user is named by', () => {
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
  ])('%s: %#', (_, identifiers, isNamed) => {
    expect(hasIdentifiers(ana, identifiers)).toBe(isNamed);
  });
});

describe('E-mail addresses', () => {
  it.each([
    ['upper and lower case', 'ANA@Acme.Example', 'ana@acme.example'],
    ['composed and decomposed letters', 'jose\u0301@acme.example', 'jos\u00e9@acme.example'],
  ])('are the same in %s', (_, one, other) => {
    expect(foldEmail(one)).toBe(foldEmail(other));
  });

  it.each([
    ['full-width letters', '\uff41na@acme.example', 'ana@acme.example'],
    ['a sharp s and two', 'strauß@acme.example', 'strauss@acme.example'],
    ['a dotless i', '\u0131da@acme.example', 'ida@acme.example'],
  ])('are those of different people with %s', (_, one, other) => {
    expect(foldEmail(one)).not.toBe(foldEmail(other));
  });
});

describe('A folded e-mail address', () => {
  it('is unchanged when it is folded again', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: fc.constantFrom('\u03aa\u0301', 'I\u0307', '\u0345', '\u0130') }),
    );
    fc.assert(
      fc.property(
        text.map((one) => one.toWellFormed()),
        (email) => {
          expect(foldEmail(foldEmail(email))).toBe(foldEmail(email));
        },
      ),
    );
  });

  it('has at most the permitted number of characters, also if folding adds some', () => {
    expect(validateEmail(`${'\u{1D160}'.repeat(84)}@a`)).toBeUndefined();
    expect(validateEmail(`${'\u{1D160}'.repeat(85)}@a`)).toBe('must have 3 to 254 characters');
  });
});

describe('An identifier', () => {
  it.each([1, 42.0, 4.2e1, Number.MAX_SAFE_INTEGER])('id may be %p', (id) => {
    expect(validateId(id)).toBeUndefined();
  });

  it.each([0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1, Number.POSITIVE_INFINITY, '42', true, {}])(
    'id may not be %p',
    (id) => {
      expect(validateId(id)).toBe('must be an integer from 1 to 9007199254740991');
    },
  );

  it.each([' ', '0042', 'x'.repeat(128), '\u{1f600}'.repeat(128), '\u0000'])('uid may be %p', (uid) => {
    expect(validateUid(uid)).toBeUndefined();
  });

  it.each([
    ['', 'must have 1 to 128 characters'],
    ['x'.repeat(129), 'must have 1 to 128 characters'],
    ['\u{1f600}'.repeat(129), 'must have 1 to 128 characters'],
    ['\ud800', 'must be well-formed Unicode'],
    [42, 'must be a string'],
  ])('uid may not be %p', (uid, fault) => {
    expect(validateUid(uid)).toBe(fault);
  });

  it.each(['a@b', 'a@b@c', `${'x'.repeat(250)}@b.c`, 'ä ö@ü'])('email may be %p', (email) => {
    expect(validateEmail(email)).toBeUndefined();
  });

  it.each([
    ['ab', 'must have 3 to 254 characters'],
    [`${'x'.repeat(251)}@b.c`, 'must have 3 to 254 characters'],
    ['@bc', 'must have an @ with something on both sides'],
    ['ab@', 'must have an @ with something on both sides'],
    ['abc', 'must have an @ with something on both sides'],
    ['a\u0000@b', 'must not have control characters'],
    ['a@b\n', 'must not have control characters'],
    ['a@\u0085', 'must not have control characters'],
    ['\n@\n', 'must not have control characters'],
    ['a@\udfff', 'must be well-formed Unicode'],
    [null, 'must be a string'],
  ])('email may not be %p', (email, fault) => {
    expect(validateEmail(email)).toBe(fault);
  });
});
