import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import type { JsonSchema } from '../json-schema.ts';
import { SAMPLE_BASE_URL } from '../samples.ts';
import { operationsOf, type Document } from './document-shape.ts';
import type { ErrorSection } from './error-sections.ts';
import { markup, renderHeading, renderMarkdown, trusted, type Html } from './html.ts';
import { codesOf, idOfSection, renderErrors } from './render-errors.ts';
import { renderOperation, renderProperties } from './render-operation.ts';

const browserFile = (name: string): string => readFileSync(join(import.meta.dirname, 'browser', name), 'utf8');

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing is loaded, and only the page's own style sheet and script are allowed. `data:` is for its empty icon. */
const contentSecurityPolicy = (style: string, script: string): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    'img-src data:',
    "require-trusted-types-for 'script'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const renderList = (title: string, links: readonly Html[]): Html =>
  markup`<li><p>${title}</p><ul>${links.map((link) => markup`<li>${link}</li>`)}</ul></li>`;

const linkTo = (id: string, text: string): Html => markup`<a href="#${id}">${text}</a>`;

const renderContents = (document: Document, sections: readonly ErrorSection[]): Html => {
  const operations = operationsOf(document);
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))];
  const groups = tags.map((tag) => {
    const ofTag = operations.filter(({ operation }) => operation.tags.includes(tag));
    return renderList(
      tag,
      ofTag.map(({ operation: { operationId, summary } }) => linkTo(operationId, summary)),
    );
  });
  const errors = [
    linkTo('errors', 'All errors'),
    ...sections.map((section) => linkTo(idOfSection(section), section.title)),
  ];
  const schemas = ['schemas', ...Object.keys(document.components.schemas)].map((name) =>
    linkTo(name, name === 'schemas' ? 'Member by member' : name),
  );
  const start = [linkTo('introduction', 'Introduction'), linkTo('address', 'Base URL')];
  return markup`<nav aria-label="Contents"><button type="button" id="menu" aria-expanded="false" aria-controls="contents">Contents</button><ul id="contents">${renderList('Start', start)}${groups}${renderList('Errors', errors)}${renderList('Bodies', schemas)}</ul></nav>`;
};

const renderAddress = ({ servers }: Document): Html => {
  const rows = servers.map(
    ({ url, description }) => markup`<tr><th scope="row"><code>${url}</code></th><td>${description}</td></tr>`,
  );
  return markup`<section>${renderHeading({ level: 2, id: 'address', text: 'Base URL' })}<table>${rows}</table><p class="setting"><label for="base-url">Base URL in the samples</label><input id="base-url" type="url" spellcheck="false" autocomplete="off" value="${SAMPLE_BASE_URL}"></p><p>In the samples, put your client secret in place of <code>cks_…</code> and a token in place of <code>eyJ…</code>. The packages <code>checkin-client</code> and <code>checkin_client</code> are in the folder <code>clients</code> of the project.</p><p id="try-it" hidden><a href="/docs/try">Try the operations</a> against this service in the browser.</p></section>`;
};

const renderSchemas = ({ components }: Document): Html => {
  const sections = Object.entries(components.schemas).map(
    ([name, schema]) =>
      markup`${renderHeading({ level: 3, id: name, text: name })}${renderMarkdown(schema.description ?? '')}${renderProperties(schema)}`,
  );
  return markup`<section>${renderHeading({ level: 2, id: 'schemas', text: 'Bodies, member by member' })}${sections}</section>`;
};

/** The API document and docs/errors.md as one self-contained page. */
export const renderPage = (openapi: JsonSchema, sections: readonly ErrorSection[]): string => {
  const document = openapi as unknown as Document;
  const { title, summary, description, version } = document.info;
  const style = browserFile('page.css');
  const script = transformSync(browserFile('page.ts'), { loader: 'ts', format: 'iife', target: 'es2022' }).code;
  const context = { document, codes: codesOf(sections) };
  const operations = operationsOf(document).map((operation) => renderOperation(operation, context));
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(style, script)}">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trusted(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${renderContents(document, sections)}
<main id="main" tabindex="-1">
<h1>${title}</h1>
<p class="lead">${summary} Version ${version}.</p>
<section>${renderHeading({ level: 2, id: 'introduction', text: 'Introduction' })}${renderMarkdown(description)}</section>
${renderAddress(document)}
${operations}
${renderErrors(sections, document)}
${renderSchemas(document)}
<p id="status" role="status"></p>
</main>
<script>${trusted(script)}</script>
</body>
</html>
`.html;
};
