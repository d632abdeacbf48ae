/** A schema of JSON Schema 2020-12, which OpenAPI 3.1 uses unchanged. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const refTo = (kind: 'schemas' | 'headers' | 'parameters', name: string): JsonSchema => ({
  $ref: `#/components/${kind}/${name}`,
});

export const refsToHeaders = (names: readonly string[]): JsonSchema =>
  Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));

export const jsonContent = (schema: JsonSchema, examples?: JsonSchema): JsonSchema => ({
  'application/json': { schema, ...(examples && { examples }) },
});
