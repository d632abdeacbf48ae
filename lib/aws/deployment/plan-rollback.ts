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
 * The longest time that a release takes to publish its versions, in milliseconds. It is long, because the console's
 * stack is deployed only after the service's traffic has moved.
 */
const MAX_LENGTH_OF_A_RELEASE = 2 * 60 * 60_000;

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
    if (newest.publishedAt < last - MAX_LENGTH_OF_A_RELEASE) return [];
    if (isMoving) return [{ functionName, aliasName, from: newest.number, to: version }];
    const previous = Math.max(...versions.map(({ number }) => number).filter((number) => number < version));
    return version === newest.number && previous > 0 ? [{ functionName, aliasName, from: version, to: previous }] : [];
  });
};
