import { describe, expect, it } from '@jest/globals';
import { parseUser } from '../../../../shared/use-cases/import/user-import.ts';

const user = { companyId: 'acme', id: 42 };

describe('parseUser', () => {
  it('takes a user with nothing but an id', () => {
    expect(parseUser(user)).toEqual({ item: user });
  });

  it('folds the e-mail address, and leaves the uid as it is', () => {
    expect(parseUser({ ...user, uid: ' 007 Ä', email: 'Ada@Exa\u0308mple.COM' })).toEqual({
      item: { ...user, uid: ' 007 Ä', email: 'ada@ex\u00e4mple.com' },
    });
  });

  it('takes null for left out, and no notice of what it does not know', () => {
    expect(parseUser({ ...user, uid: null, email: null, department: 'IT' })).toEqual({ item: user });
  });

  it('counts characters, not code units', () => {
    const widest = { companyId: '\u{1F6AA}'.repeat(64), id: Number.MAX_SAFE_INTEGER, uid: '\u{1F6AA}'.repeat(128) };
    expect(parseUser(widest)).toEqual({ item: widest });
  });

  it.each([
    [{ id: 42 }, 'companyId is missing'],
    [{ ...user, companyId: null }, 'companyId is missing'],
    [{ ...user, companyId: '' }, 'companyId must have 1 to 64 characters'],
    [{ ...user, companyId: 'c'.repeat(65) }, 'companyId must have 1 to 64 characters'],
    [{ ...user, companyId: '\uD83D' }, 'companyId must be well-formed Unicode'],
    [{ companyId: 'acme' }, 'id is missing'],
    [{ ...user, id: 0 }, 'id must be an integer from 1 to 9007199254740991'],
    [{ ...user, id: 2 ** 53 }, 'id must be an integer from 1 to 9007199254740991'],
    [{ ...user, id: '42' }, 'id must be an integer from 1 to 9007199254740991'],
    [{ ...user, uid: '' }, 'uid must have 1 to 128 characters'],
    [{ ...user, uid: 7 }, 'uid must be a string'],
    [{ ...user, email: '@b' }, 'email must have 3 to 254 characters'],
    [{ ...user, email: 'b@\n' }, 'email must not have control characters'],
    [
      { id: 1.5, email: 'ada@' },
      'companyId is missing; id must be an integer from 1 to 9007199254740991; email must have an @ with something on both sides',
    ],
  ])('says what to mend in %j', (fields, reason) => {
    expect(parseUser(fields)).toEqual({ reason });
  });
});
