/** The object without undefined properties, for what is stored or compared: there, undefined and absent differ. */
export const defined = <Whole extends object>(object: Whole): Whole =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Whole;
