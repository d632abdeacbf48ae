/**
 * The object without the members that are undefined. For records that are stored or compared: there, a member that is undefined is
 * another state than one that is absent.
 */
export const defined = <Members extends object>(members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Members;
