import type { TokenSet } from '../../../shared/domain/token-mint.ts';
import { rules, type Clock } from './token-operations.ts';

/** A token set from a response, and the counters of the model when it was issued. */
export interface IssuedSet {
  readonly family: Family;
  readonly place: number;
  readonly tokens: TokenSet;
  readonly issuedAt: number;
  /** The number of earlier replacements of all keys. */
  readonly keyReplacements: number;
  /** The number of earlier rotations of keys. */
  readonly keyRotations: number;
  /** The number of earlier revocations. */
  readonly revocation: number;
}

export interface Family {
  readonly sets: IssuedSet[];
  isRevoked: boolean;
}

/** The state that determines the service's responses. */
export interface FamilyModel extends Clock {
  keyReplacements: number;
  isEnabled: boolean;
  keysRotatedAt: number;
  keyRotations: number;
  revocation: number;
  readonly sets: IssuedSet[];
  readonly secrets: { readonly text: string; endsAt: number }[];
}

/**
 * The expected result of a refresh: a new set, the same set as before, or nothing. `over`: the token has expired, and its key may
 * no longer exist.
 */
export type Expected =
  | { readonly kind: 'new' | 'refused' | 'expired' | 'over' | 'reused' }
  | { readonly kind: 'again'; readonly set: IssuedSet };

const CLOCK_TOLERANCE_SECONDS = 5;

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

export const startModel = (now: number, firstSecret: string): FamilyModel => ({
  now,
  keyReplacements: 0,
  isEnabled: true,
  keysRotatedAt: Number.NEGATIVE_INFINITY,
  keyRotations: 0,
  revocation: 0,
  sets: [],
  secrets: [{ text: firstSecret, endsAt: Number.POSITIVE_INFINITY }],
});

const lives = ({ issuedAt }: IssuedSet, lifetimeSeconds: number, { now }: FamilyModel): boolean =>
  seconds(now) - CLOCK_TOLERANCE_SECONDS < seconds(issuedAt) + lifetimeSeconds;

const isActive = ({ revocation }: IssuedSet, model: FamilyModel): boolean =>
  model.isEnabled && revocation === model.revocation;

export const serves = (set: IssuedSet, model: FamilyModel): boolean =>
  set.keyReplacements === model.keyReplacements && lives(set, rules.accessTokenSeconds, model) && isActive(set, model);

export const expectRefresh = (set: IssuedSet, model: FamilyModel): Expected => {
  const { family, place } = set;
  const live = family.sets.at(-1) as IssuedSet;
  if (set.keyReplacements !== model.keyReplacements) return { kind: 'refused' };
  if (!lives(set, rules.refreshTokenSeconds, model))
    return { kind: set.keyRotations === model.keyRotations ? 'expired' : 'over' };
  if (!isActive(set, model) || family.isRevoked) return { kind: 'refused' };
  if (live.issuedAt + rules.refreshTokenSeconds * 1000 <= model.now) return { kind: 'expired' };
  const successor = family.sets[place + 1];
  if (!successor) return { kind: 'new' };
  const isInGrace = model.now - successor.issuedAt <= rules.refreshGraceSeconds * 1000;
  return isInGrace ? { kind: 'again', set: successor } : { kind: 'reused' };
};

const historyOf = ({ keyReplacements, keyRotations, revocation }: FamilyModel) => ({
  keyReplacements,
  keyRotations,
  revocation,
});

export const issue = (model: FamilyModel, family: Family, tokens: TokenSet): void => {
  const set = { family, place: family.sets.length, tokens, issuedAt: model.now, ...historyOf(model) };
  family.sets.push(set);
  model.sets.push(set);
};

/** The newest secret stays valid for the grace period; a secret that already has an end ends now. */
export const rotateSecrets = (model: FamilyModel, text: string, graceMilliseconds: number): void => {
  for (const secret of model.secrets)
    secret.endsAt = secret.endsAt === Number.POSITIVE_INFINITY ? model.now + graceMilliseconds : model.now;
  model.secrets.push({ text, endsAt: Number.POSITIVE_INFINITY });
};
