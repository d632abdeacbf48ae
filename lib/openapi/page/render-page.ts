import { createHash } from 'node:crypto';
import type { JsonSchema } from '../json-schema.ts';
import type { Document } from './document-shape.ts';
import { markup, trusted, type Html } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import { renderOperation } from './render-operation.ts';
import { renderProperties } from './render-schema.ts';
import { style } from './style.ts';

const styleHash = createHash('sha256').update(style).digest('base64');

/** Nothing is loaded and nothing runs; the page has its one style sheet in it. */
export const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

const renderLinks = (document: Document): Html => {
  const links = operationsOf(document).map(
    ({ operation }) => markup`<a href="#${operation.operationId}">${operation.summary}</a>`,
  );
  return markup`<nav>${links}<a href="#schemas">Bodies, member by member</a></nav>`;
};

const renderServers = ({ servers }: Document): Html => {
  const rows = servers.map(
    ({ url, description }) => markup`<tr><th scope="row"><code>${url}</code></th><td>${description}</td></tr>`,
  );
  return markup`<table>${rows}</table>`;
};

const renderSchemas = ({ components }: Document): Html => {
  const sections = Object.entries(components.schemas).map(
    ([name, schema]) =>
      markup`<h3 id="${name}">${name}</h3>${renderMarkdown(schema.description ?? '')}${renderProperties(schema)}`,
  );
  return markup`<section id="schemas"><h2>Bodies, member by member</h2>${sections}</section>`;
};

/** The API document as a page that needs nothing but itself. */
export const renderPage = (openapi: JsonSchema): string => {
  const document = openapi as unknown as Document;
  const { title, summary, description, version } = document.info;
  const operations = operationsOf(document).map(({ method, path, operation }) =>
    renderOperation(method, path, operation, document),
  );
  return markup`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">
<title>${title}</title>
<style>${trusted(style)}</style>
<h1>${title}</h1>
<p>${summary} Version ${version}.</p>
${renderLinks(document)}${renderMarkdown(description)}${renderServers(document)}
${operations}
${renderSchemas(document)}
</html>
`.html;
};
