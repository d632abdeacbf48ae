import { nameOf, type Ref, type Schema } from './document-shape.ts';
import { markup, nothing, type Html } from './html.ts';
import { renderMarkdown } from './markdown.ts';

/** Keywords of JSON Schema that limit a value, in the words of the page. */
const limits: readonly [keyword: string, word: string][] = [
  ['format', ''],
  ['const', 'always'],
  ['enum', 'one of'],
  ['minimum', 'from'],
  ['maximum', 'to'],
  ['minLength', 'characters from'],
  ['maxLength', 'characters to'],
  ['pattern', 'like'],
];

const describeLimit = (value: unknown): string => (Array.isArray(value) ? value.join(' | ') : String(value));

/** Type and limits of a value in a line. */
export const renderType = (schema: Schema): Html => {
  const types = [schema.type ?? []].flat().join(' or ');
  const given = limits.filter(([keyword]) => schema[keyword] !== undefined);
  const texts = given.map(([keyword, word]) => `${word} ${describeLimit(schema[keyword])}`.trim());
  return markup`<span class="type">${[types, ...texts].join(', ')}</span>`;
};

const renderRow = (name: string, schema: Schema, isRequired: boolean): Html => {
  const below = schema.items?.properties ? renderProperties(schema.items) : nothing;
  const need = isRequired ? markup`<strong class="required">required</strong>` : nothing;
  return markup`<tr><th scope="row"><code>${name}</code> ${need}</th><td>${renderType(schema)}${renderMarkdown(schema.description ?? '')}${below}</td></tr>`;
};

/** The members of an object in a table. */
export const renderProperties = ({ properties = {}, required = [] }: Schema): Html => {
  const rows = Object.entries(properties).map(([name, schema]) => renderRow(name, schema, required.includes(name)));
  return markup`<table>${rows}</table>`;
};

/** Links to the schemas that a body is of. */
export const renderSchemaLinks = (schema: Schema | Ref): Html => {
  const refs = '$ref' in schema ? [schema as Ref] : (schema.anyOf ?? []);
  const links = refs.map((ref) => markup` <a href="#${nameOf(ref)}">${nameOf(ref)}</a>`);
  return markup`${links}`;
};
