import { closest, distance } from 'fastest-levenshtein';

/** The names of columns in a file and of members in a request. */
export interface Members {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Members that are whole numbers. */
  readonly integers: readonly string[];
  /** Identifiers that a spreadsheet may take for numbers. */
  readonly codes: readonly string[];
}

export const userMembers: Members = {
  required: ['companyId', 'id'],
  optional: ['uid', 'email', 'language', 'deleted'],
  integers: ['id'],
  codes: ['uid'],
};

export const bookingMembers: Members = {
  required: ['companyId', 'bookingId', 'userId'],
  optional: [
    'kind',
    'name',
    'checkinOpensAt',
    'noShowAt',
    'startsAt',
    'checkinAdvanceMinutes',
    'noShowMinutes',
    'deleted',
  ],
  integers: ['userId', 'checkinAdvanceMinutes', 'noShowMinutes'],
  codes: ['bookingId'],
};

export const namesOf = ({ required, optional }: Members): readonly string[] => [...required, ...optional];

const kinds = { users: userMembers, bookings: bookingMembers };

/** @returns the other kind of file, if the names are those of its members, with or without the company */
export const findOtherKind = (names: readonly string[], members: Members): keyof typeof kinds | undefined =>
  (['users', 'bookings'] as const).find((kind) => {
    const other = kinds[kind];
    const isOf = other.required.every((name) => name === 'companyId' || names.includes(name));
    return other !== members && isOf && names.every((name) => namesOf(other).includes(name));
  });

/** Ignores case, white space, `_` and `-`, so that `E-mail` equals `email`. */
const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/** @returns the known name with the fewest different letters, if at most one letter in three differs */
const findSimilar = (name: string, known: readonly string[]): string | undefined => {
  const normalized = known.map(normalizeName);
  const found = closest(normalizeName(name), normalized);
  return distance(normalizeName(name), found) * 3 <= normalizeName(name).length
    ? known[normalized.indexOf(found)]
    : undefined;
};

/**
 * Finds unknown names. If they were ignored, the values of a misspelt column would be lost without an error.
 * @returns the unknown names and the end of an error message that begins with them; undefined if there are none
 */
export const validateNames = (
  names: readonly string[],
  members: Members,
): { names: readonly string[]; problem: string } | undefined => {
  const known = namesOf(members);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return undefined;
  const isOne = unknown.length === 1;
  const hints = unknown.flatMap((name) => {
    const meant = findSimilar(name, known);
    return meant === undefined ? [] : [`the nearest known name${isOne ? '' : ` to "${name}"`} is "${meant}"`];
  });
  const problem = [isOne ? 'is unknown' : 'are unknown', ...hints].join('; ');
  return { names: unknown, problem: `${problem} (known: ${known.join(', ')})` };
};
