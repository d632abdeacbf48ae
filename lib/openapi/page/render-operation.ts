import { STATUS_CODES } from 'node:http';
import {
  nameOf,
  type Ref,
  type Schema,
  type Document,
  type Examples,
  type Operation,
  type PlacedOperation,
  type Response,
} from './document-shape.ts';
import { markup, nothing, renderAnchor, renderHeading, renderMarkdown, type Html } from './html.ts';
import { linkErrorCodes } from './render-errors.ts';
import { renderSamples } from './render-samples.ts';

/** The page's texts for keywords of JSON Schema that limit a value. */
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
const renderType = (schema: Schema): Html => {
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

/** Links to the schemas of a body. */
const renderSchemaLinks = (schema: Schema | Ref): Html => {
  const refs = '$ref' in schema ? [schema as Ref] : (schema.anyOf ?? []);
  const links = refs.map((ref) => markup` <a href="#${nameOf(ref)}">${nameOf(ref)}</a>`);
  return markup`${links}`;
};

const pretty = (value: unknown): string => JSON.stringify(value, undefined, 2);

const renderExamples = (examples: Examples): Html[] =>
  Object.values(examples).map(
    ({ summary, value }) => markup`<figure><figcaption>${summary}</figcaption><pre>${pretty(value)}</pre></figure>`,
  );

const renderHeaders = ({ headers }: Response, { components }: Document): Html => {
  const rows = Object.values(headers).map((ref) => {
    const { description, schema } = components.headers[nameOf(ref)] ?? { description: '', schema: {} };
    return markup`<tr><th scope="row"><code>${nameOf(ref)}</code></th><td>${renderType(schema)}${renderMarkdown(description)}</td></tr>`;
  });
  return markup`<table>${rows}</table>`;
};

interface Context {
  readonly document: Document;
  /** The error codes that have a section in the page. */
  readonly codes: readonly string[];
}

const renderResponse = (
  status: string,
  response: Response,
  { operationId, summary }: Operation,
  { document, codes }: Context,
): Html => {
  const { schema, examples } = response.content['application/json'];
  const id = `${operationId}-${status}`;
  const isGood = status.startsWith('2');
  const open = isGood ? markup` open` : nothing;
  const headersHeading = renderHeading({
    level: 4,
    id: `${id}-headers`,
    text: 'Header fields',
    name: `Header fields of ${status}: ${summary}`,
  });
  return markup`<div class="response"><details${open} id="${id}" class="${isGood ? 'good' : 'bad'}"><summary><strong>${status}</strong> ${STATUS_CODES[status] ?? ''}</summary>${linkErrorCodes(renderMarkdown(response.description), codes)}<p>Body:${renderSchemaLinks(schema)}</p>${renderExamples(examples)}${headersHeading}${renderHeaders(response, document)}</details>${renderAnchor(id, `${status}: ${summary}`)}</div>`;
};

/** A part of an operation. The link of its heading names the operation. */
const renderPartHeading = ({ operationId, summary }: Operation, part: string, text: string): Html =>
  renderHeading({ level: 3, id: `${operationId}-${part}`, text, name: `${text}: ${summary}` });

const renderParameters = (operation: Operation, { components }: Document): Html => {
  const tokens = operation.security.flatMap(Object.keys).map((name) => {
    const text = name === 'accessToken' ? 'Bearer <access token>' : 'Bearer <refresh token>';
    return markup`<tr><th scope="row"><code>Authorization</code> <strong class="required">required</strong></th><td><code>${text}</code></td></tr>`;
  });
  const rows = operation.parameters.map((ref) => {
    const { name, description, schema, example } = components.parameters[
      nameOf(ref)
    ] as Document['components']['parameters'][string];
    return markup`<tr><th scope="row"><code>${name}</code></th><td>${renderType(schema)}${renderMarkdown(description)}<p>Such as <code>${example}</code></p></td></tr>`;
  });
  return markup`${renderPartHeading(operation, 'headers', 'Header fields')}<table>${tokens}${rows}</table>`;
};

const renderBody = (operation: Operation): Html => {
  const { requestBody } = operation;
  if (!requestBody) return nothing;
  const { schema, examples } = requestBody.content['application/json'];
  return markup`${renderPartHeading(operation, 'body', 'Body')}<p>${requestBody.description}${renderSchemaLinks(schema)}</p>${renderExamples(examples)}`;
};

/** One operation: what it takes, how to call it, and its responses. */
export const renderOperation = ({ method, path, operation }: PlacedOperation, context: Context): Html => {
  const { operationId, summary, description, responses } = operation;
  const rendered = Object.entries(responses).map(([status, response]) =>
    renderResponse(status, response, operation, context),
  );
  return markup`<section>${renderHeading({ level: 2, id: operationId, text: summary })}<p class="route"><b>${method.toUpperCase()}</b> <code>${path}</code></p>${renderMarkdown(description)}${renderSamples(operation)}${renderParameters(operation, context.document)}${renderBody(operation)}${renderPartHeading(operation, 'responses', 'Responses')}${rendered}</section>`;
};
