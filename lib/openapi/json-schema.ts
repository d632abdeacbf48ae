/** A schema of JSON Schema 2020-12, which OpenAPI 3.1 takes as it is. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const refTo = (kind: 'schemas' | 'headers' | 'parameters', name: string): JsonSchema => ({
  $ref: `#/components/${kind}/${name}`,
});
