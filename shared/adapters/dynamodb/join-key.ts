/**
 * Joins the parts with `#`, and escapes this separator inside them, so that different parts never make the same key.
 * @example
 * joinKey('A#1', 2); // 'A%231#2'
 * joinKey('A', '1#2'); // 'A#1%232'
 */
export const joinKey = (...parts: readonly (string | number)[]): string =>
  parts.map((part) => String(part).replaceAll(/[#%]/g, encodeURIComponent)).join('#');

/** Returns a key such as `acme#42`, or `acme#` for entries about no user. */
export const companyUser = ({
  companyId,
  userId,
}: {
  readonly companyId: string;
  readonly userId?: number | undefined;
}) => joinKey(companyId, userId ?? '');

/** Returns the parts of a joined key, or none if {@link joinKey} did not make it. */
export const splitKey = (key: string): string[] => {
  try {
    return key.split('#').map(decodeURIComponent);
  } catch {
    return [];
  }
};
