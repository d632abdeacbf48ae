export interface AliasState {
  readonly functionName: string;
  readonly aliasName: string;
  /** The number of the version that has all traffic or, while traffic moves to another version, the remaining traffic. */
  readonly version: number;
  /** Whether a part of the traffic goes to a newer version. */
  readonly isMoving: boolean;
  readonly versions: readonly { readonly number: number; readonly publishedAt: number }[];
}

export interface AliasMove {
  readonly functionName: string;
  readonly aliasName: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The max time in which a release publishes its versions. It allows for the console's stack, which is deployed only after the
 * service's traffic has shifted.
 */
const MAX_RELEASE_MILLISECONDS = 2 * 60 * 60_000;

const newestOf = ({ versions }: AliasState) =>
  versions.reduce((one, other) => (other.number > one.number ? other : one));

/**
 * Returns the moves that undo the last release. A function that the release did not change stays as it is, because moving it
 * would undo an earlier release. So does a function that is not at its newest version, because it has already been moved back.
 */
export const planRollback = (aliases: readonly AliasState[]): AliasMove[] => {
  const released = aliases.filter(({ versions }) => versions.length > 0);
  const last = Math.max(...released.map((alias) => newestOf(alias).publishedAt));
  return released.flatMap((alias) => {
    const { functionName, aliasName, version, isMoving, versions } = alias;
    const newest = newestOf(alias);
    if (newest.publishedAt < last - MAX_RELEASE_MILLISECONDS) return [];
    if (isMoving) return [{ functionName, aliasName, from: newest.number, to: version }];
    const previous = Math.max(...versions.map(({ number }) => number).filter((number) => number < version));
    return version === newest.number && previous > 0 ? [{ functionName, aliasName, from: version, to: previous }] : [];
  });
};
