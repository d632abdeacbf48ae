import { badgesOf, type User, type UserProfile } from '../../../shared/domain/user.ts';
import { tableOf } from './table.ts';

export const formatUser = (user: Omit<User, 'changedBy'>): string =>
  [
    `company:  ${user.companyId}`,
    `id:       ${user.id}`,
    `name:     ${user.name ?? '-'}`,
    `badges:   ${badgesOf(user).join(', ') || '-'}`,
    `email:    ${user.email ?? '-'}`,
    `language: ${user.language ?? '-'}`,
    `devices:  ${user.devices.join('\n          ') || '-'}`,
  ].join('\n');

export const formatUsers = tableOf<UserProfile>(
  {
    ID: ({ id }) => id,
    NAME: ({ name }) => name,
    BADGES: (user) => badgesOf(user).join(', '),
    'E-MAIL': ({ email }) => email,
    LANGUAGE: ({ language }) => language,
  },
  'No users.',
);
