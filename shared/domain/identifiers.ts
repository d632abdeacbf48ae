import { identifierNames, type IdentifierName } from '../rules/attributes.ts';
import { defined } from '../rules/plain-values.ts';

/** The given identifiers must all belong to one user. A `uid` can be any of the badges. */
export type Identifiers = { readonly id?: number } & { readonly [Name in IdentifierName]?: string };

interface Badges {
  readonly uid?: string | undefined;
  readonly uids?: readonly string[] | undefined;
}

type IdentifyingValues = Badges & { readonly [Name in IdentifierName]?: string | undefined };

/** All badges, `uid` first. */
export const badgesOf = ({ uid, uids }: Badges): readonly string[] => uids ?? (uid === undefined ? [] : [uid]);

/** The reverse of {@link badgesOf}. */
export const toBadges = (badges: readonly string[]): Badges =>
  defined({ uid: badges[0], uids: badges.length > 1 ? badges : undefined });

/** One identifier, such as `['uid', 'BADGE-0001']`, that at most one user of a company has. */
export type LookUp = readonly [IdentifierName, string];

const valuesOf = (user: IdentifyingValues, name: IdentifierName): readonly string[] => {
  if (name === 'uid') return badgesOf(user);
  const value = user[name];
  return value === undefined ? [] : [value];
};

/** All identifiers of a user, besides the id. */
export const lookUpsOfUser = (user: IdentifyingValues): LookUp[] =>
  identifierNames.flatMap((name) => valuesOf(user, name).map((value) => [name, value] as const));

/** Whether every given identifier is this user's. */
export const hasIdentifiers = (
  user: IdentifyingValues & { readonly id: number },
  { id, ...identifiers }: Identifiers,
): boolean =>
  (id === undefined || user.id === id) &&
  identifierNames.every((name) => {
    const wanted = identifiers[name];
    return wanted === undefined || valuesOf(user, name).includes(wanted);
  });

/** The given identifiers besides the id. */
export const givenLookUps = (identifiers: Identifiers): LookUp[] =>
  identifierNames.flatMap((name) => {
    const value = identifiers[name];
    return value === undefined ? [] : [[name, value] as const];
  });

/** The first identifier besides the id, if any. */
export const firstLookUp = (identifiers: Identifiers): LookUp | undefined => givenLookUps(identifiers)[0];

export const hasAnyIdentifier = (identifiers: Identifiers): boolean =>
  identifiers.id !== undefined || firstLookUp(identifiers) !== undefined;
