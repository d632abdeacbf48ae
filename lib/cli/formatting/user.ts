import { badgesOf, type User, type UserProfile } from '../../../shared/domain/user.ts';
import type { Table } from './table.ts';

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

const toRow = ({ id, name = '', email = '', language, ...badges }: UserProfile): readonly string[] => [
  String(id),
  name,
  badgesOf(badges).join(', '),
  email,
  language ?? '',
];

export const formatUsers = (users: readonly UserProfile[]): Table => ({
  ifEmpty: 'No users.',
  columns: ['ID', 'NAME', 'BADGES', 'E-MAIL', 'LANGUAGE'],
  rows: users.map(toRow),
});
