/**
 * Joins the parts of a key so that different parts never make the same key: a separator or escape character inside a part is
 * escaped. `A#1` and `2` give `A%231#2`; `A` and `1#2` give `A#1%232`.
 */
export const joinKey = (...parts: readonly (string | number)[]): string =>
  parts.map((part) => String(part).replaceAll(/[#%]/g, encodeURIComponent)).join('#');
