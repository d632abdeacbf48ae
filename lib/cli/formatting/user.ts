import { badgesOf, type User, type UserProfile } from '../../../shared/domain/user.ts';
import type { Table } from './table.ts';

export const formatUser = ({
  companyId,
  id,
  name,
  email,
  language,
  devices,
  uid,
  uids,
}: Omit<User, 'changedBy'>): string =>
  [
    `company:  ${companyId}`,
    `id:       ${id}`,
    `name:     ${name ?? '-'}`,
    `badges:   ${badgesOf({ uid, uids }).join(', ') || '-'}`,
    `email:    ${email ?? '-'}`,
    `language: ${language ?? '-'}`,
    `devices:  ${devices.length === 0 ? '-' : devices.join('\n          ')}`,
  ].join('\n');

export const formatUsers = (users: readonly UserProfile[]): string | Table =>
  users.length === 0
    ? 'No users.'
    : {
        columns: ['ID', 'NAME', 'BADGES', 'E-MAIL', 'LANGUAGE'],
        rows: users.map(({ id, name = '', email = '', language = '', ...badges }) => [
          String(id),
          name,
          badgesOf(badges).join(', '),
          email,
          language,
        ]),
      };
