import { expect, it } from '@jest/globals';
import { ConsoleError } from '../../../../functions/admin/console-error.ts';
import { hideLocalPart } from '../../../../functions/admin/hide-local-part.ts';
import { UseCaseError } from '../../../../shared/domain/use-case-error.ts';

const ANA = 'ana.lima@mail.example';

it('The account ID of a member is logged without the local part if it is an e-mail address', () => {
  expect(hideLocalPart(ANA)).toBe('…@mail.example');
  expect(hideLocalPart('"a@b\n"@mail.example')).toBe('…@mail.example');
  expect(hideLocalPart('00u1ab2CD')).toBe('00u1ab2CD');
});

it.each([
  ['a use case', new UseCaseError('member_not_found', { subject: ANA })],
  ['the API', new ConsoleError('not_a_member', { subject: ANA })],
])(
  'The logged message of an error of %s does not name the account, which the response names',
  (_, { message, details }) => {
    expect(message).toMatch(/^(member_not_found|not_a_member) \{\}$/);
    expect(details).toEqual({ subject: ANA });
  },
);
