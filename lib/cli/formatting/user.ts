import type { User, UserProfile } from '../../../shared/domain/user.ts';
import type { Table } from './table.ts';

export const formatUser = ({ companyId, id, uid, email, language, devices }: User): string =>
  [
    `company:  ${companyId}`,
    `id:       ${id}`,
    `uid:      ${uid ?? '-'}`,
    `email:    ${email ?? '-'}`,
    `language: ${language ?? '-'}`,
    `devices:  ${devices.length === 0 ? '-' : devices.join('\n          ')}`,
  ].join('\n');

export const formatUsers = (users: readonly UserProfile[]): string | Table =>
  users.length === 0
    ? 'No users.'
    : {
        columns: ['ID', 'UID', 'E-MAIL', 'LANGUAGE'],
        rows: users.map(({ id, uid = '', email = '', language = '' }) => [String(id), uid, email, language]),
      };
