type Value = unknown;

interface Place {
  readonly path: readonly string[];
  readonly value: Record<string, Value>;
}

const isObject = (value: Value): value is Record<string, Value> => typeof value === 'object' && value !== null;

/** Returns every object of a document with its path, except the contents of examples. */
const placesOf = (value: Value, path: readonly string[] = []): Place[] => {
  if (!isObject(value) || ['examples', 'example'].includes(path.at(-1) ?? '')) return [];
  const descendants = Object.entries(value).flatMap(([name, child]) => placesOf(child, [...path, name]));
  return [{ path, value }, ...descendants];
};

const reportMissing = (places: readonly Place[], member: string): string[] =>
  places.filter(({ value }) => !value[member]).map(({ path }) => `${path.join('/')} has no ${member}`);

/** Finds undescribed schemas, unused components and bodies without an example, all of which the OpenAPI schema allows. */
export const lintDocument = (document: object): string[] => {
  const places = placesOf(document);
  const refs = new Set(places.map(({ value }) => value['$ref']));
  const components = places.filter(({ path }) => path.length === 3 && path[0] === 'components');
  const properties = places.filter(({ path, value }) => path.at(-2) === 'properties' && !value['$ref']);
  const bodies = places.filter(({ path }) => path.at(-2) === 'content');
  return [
    ...bodies
      .filter(({ value }) => Object.keys(value['examples'] ?? {}).length === 0)
      .map(({ path }) => `${path.join('/')} has no example`),
    ...reportMissing([...properties, ...components], 'description'),
    ...components
      .filter(({ path }) => path[1] !== 'securitySchemes' && !refs.has(`#/${path.join('/')}`))
      .map(({ path }) => `${path.join('/')} is used by nothing`),
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
