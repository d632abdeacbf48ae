/** Returns the object without undefined properties. When objects are stored or compared, undefined and absent differ. */
export const defined = <Whole extends object>(object: Whole): Whole =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Whole;
