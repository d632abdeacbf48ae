/** Makes a schema reject properties that it does not list. As published, it accepts them, for those of later versions. */
export const forbidUnlistedMembers = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(forbidUnlistedMembers);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [name, forbidUnlistedMembers(member)]),
  );
  return 'properties' in schema && 'required' in schema ? { ...closed, additionalProperties: false } : closed;
};
