import type { User, UserProfile } from '../../../shared/domain/user.ts';

export const formatUser = ({ companyId, id, uid, email, language, devices }: User): string =>
  [
    `company:  ${companyId}`,
    `id:       ${id}`,
    `uid:      ${uid ?? '-'}`,
    `email:    ${email ?? '-'}`,
    `language: ${language ?? '-'}`,
    `devices:  ${devices.length === 0 ? '-' : devices.join('\n          ')}`,
  ].join('\n');

export const formatUsers = (users: readonly UserProfile[]): string =>
  users.length === 0
    ? 'No users.'
    : users.map(({ id, uid, email }) => [id, uid ?? '-', email ?? '-'].join('  ')).join('\n');
