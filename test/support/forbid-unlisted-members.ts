/** Forbids members that a published schema does not list. The schema allows them only for later versions. */
export const forbidUnlistedMembers = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(forbidUnlistedMembers);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [name, forbidUnlistedMembers(member)]),
  );
  return 'properties' in schema && 'required' in schema ? { ...closed, additionalProperties: false } : closed;
};
