type Value = unknown;

interface Place {
  readonly path: readonly string[];
  readonly value: Record<string, Value>;
}

const isObject = (value: Value): value is Record<string, Value> => typeof value === 'object' && value !== null;

/** Returns every object of a document with its path, except the contents of examples. */
const placesOf = (value: Value, path: readonly string[] = []): Place[] => {
  if (!isObject(value) || ['examples', 'example'].includes(path.at(-1) ?? '')) return [];
  const below = Object.entries(value).flatMap(([name, child]) => placesOf(child, [...path, name]));
  return [{ path, value }, ...below];
};

const isIn =
  (container: string) =>
  ({ path }: Place) =>
    path.at(-2) === container;

const reportWithout = (places: readonly Place[], member: string): string[] =>
  places.filter(({ value }) => !value[member]).map(({ path }) => `${path.join('/')} has no ${member}`);

const resolves = (document: Value, ref: string): boolean => {
  let at = document;
  for (const part of ref.slice(2).split('/')) at = isObject(at) ? at[part] : undefined;
  return at !== undefined;
};

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** Returns violations of those style rules for API documents that the schema of OpenAPI does not check. */
export const lintDocument = (document: object): string[] => {
  const places = placesOf(document);
  const operations = places.filter(({ path }) => path.length === 3 && METHODS.has(path.at(-1) ?? ''));
  const refs = places.map(({ value }) => value['$ref']).filter((ref) => typeof ref === 'string');
  const components = places.filter(({ path }) => path.length === 3 && path[0] === 'components');
  const properties = places
    .filter(isIn('properties'))
    .filter(({ path, value }) => !path.includes('anyOf') && !value['$ref']);
  const responses = places.filter(isIn('responses'));
  const bodies = places.filter(isIn('content'));
  const ids = operations.map(({ value }) => String(value['operationId']));
  const unused = components
    .filter(({ path }) => path[1] !== 'securitySchemes' && !refs.includes(`#/${path.join('/')}`))
    .map(({ path }) => `${path.join('/')} is used by nothing`);
  return [
    ...['operationId', 'summary', 'description', 'tags', 'security', 'responses'].flatMap((m) =>
      reportWithout(operations, m),
    ),
    ...['description', 'headers', 'content'].flatMap((member) => reportWithout(responses, member)),
    ...reportWithout(bodies, 'examples'),
    ...bodies
      .filter(({ value }) => isObject(value['examples']) && Object.keys(value['examples']).length === 0)
      .map(({ path }) => `${path.join('/')} has no example`),
    ...reportWithout([...properties, ...components], 'description'),
    ...refs.filter((ref) => !resolves(document, ref)).map((ref) => `${ref} refers to nothing`),
    ...unused,
    ...(new Set(ids).size === ids.length ? [] : ['an operationId is there twice']),
  ];
};

const COMPOSITION = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'const', 'patternProperties'];

const isNullable = ({ type, nullable }: Record<string, Value>): boolean =>
  nullable === true || [type].flat().includes('null');

/** Finds schemas that openapi-generator interprets differently from JSON Schema. */
export const findUnportable = (document: object): string[] =>
  placesOf(document).flatMap(({ path, value }) => {
    const required = Array.isArray(value['required']) ? value['required'] : [];
    const properties = isObject(value['properties']) ? Object.entries(value['properties']) : [];
    const nullable = properties.filter(([name, one]) => isObject(one) && isNullable(one) && !required.includes(name));
    const composed = path.includes('schemas') ? COMPOSITION.filter((keyword) => keyword in value) : [];
    return [
      ...('$ref' in value && Object.keys(value).length > 1 ? [`${path.join('/')} has siblings of $ref`] : []),
      ...composed.map((keyword) => `${path.join('/')} has ${keyword}`),
      ...nullable.map(([name]) => `${path.join('/')}/${name} is optional and nullable`),
    ];
  });
