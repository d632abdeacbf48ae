/** The parts of the API document that the page shows. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Ref[];
  readonly [keyword: string]: unknown;
}

export interface Ref {
  readonly $ref: string;
}

export type Examples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

interface Media {
  readonly 'application/json': { readonly schema: Schema | Ref; readonly examples: Examples };
}

export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  readonly example: string;
}

export interface Response {
  readonly description: string;
  readonly headers: Readonly<Record<string, Ref>>;
  readonly content: Media;
}

export interface CodeSample {
  /** Name of the language, as the reader sees it. */
  readonly label: string;
  readonly source: string;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly Ref[];
  readonly requestBody?: { readonly description: string; readonly content: Media };
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-codeSamples': readonly CodeSample[];
}

/** An operation with its method and path. */
export interface PlacedOperation {
  /** In lower case, as in the document. */
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export interface Document {
  readonly info: {
    readonly title: string;
    readonly summary: string;
    readonly description: string;
    readonly version: string;
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** Every operation, in the document's order. */
export const operationsOf = ({ paths }: Document): readonly PlacedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

/** The name at the end of a reference. */
export const nameOf = ({ $ref }: Ref): string => $ref.split('/').at(-1) ?? '';
