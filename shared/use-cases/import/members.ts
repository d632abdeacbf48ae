import { closest } from 'fastest-levenshtein';

/** The names that a file or a request may use for the data of a user or a booking. */
export interface Members {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Whole numbers. */
  readonly integers: readonly string[];
  /** Identifiers that may look like a number to a spreadsheet. */
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

/** `E-mail` and `email` differ in nothing that a person would call a difference. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

const nearest = (name: string, known: readonly string[]): string => {
  const plainNames = known.map(plain);
  return known[plainNames.indexOf(closest(plain(name), plainNames))] ?? '';
};

/**
 * A misspelt column would otherwise be ignored without an error, and its values lost.
 * @returns what is wrong with the first unknown name, as the end of a sentence that begins with it; undefined if none is
 */
export const validateNames = (
  names: readonly string[],
  members: Members,
): { name: string; problem: string } | undefined => {
  const known = namesOf(members);
  const name = names.find((candidate) => !known.includes(candidate));
  return name === undefined
    ? undefined
    : { name, problem: `is unknown; the nearest known name is "${nearest(name, known)}" (of ${known.join(', ')})` };
};
