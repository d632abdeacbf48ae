import { createHash } from 'node:crypto';
import type { JsonSchema } from '../json-schema.ts';
import type { Document } from './document-shape.ts';
import { markup, renderMarkdown, trusted, type Html } from './html.ts';
import { renderOperation, renderProperties } from './render-operation.ts';

/** For light and dark screens, and for paper. */
const style = `
:root { color-scheme: light dark; --line: light-dark(#d5dbe3, #38414d); --soft: light-dark(#f4f6f9, #1b2129); --accent: light-dark(#0b57b7, #7db4ff); --bad: light-dark(#a3341f, #ff9d87); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fff, #12161c); color: light-dark(#1c2430, #dfe5ee); }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1.5rem; }
a { color: var(--accent); }
nav { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; padding: .75rem 1rem; background: var(--soft); border-radius: .5rem; }
code, pre, .type { font-family: ui-monospace, monospace; font-size: .875em; }
code { background: var(--soft); padding: .1em .3em; border-radius: .25rem; overflow-wrap: anywhere; }
pre { background: var(--soft); padding: .75rem; border-radius: .5rem; overflow-x: auto; margin: .25rem 0 1rem; }
figure { margin: 0; }
figcaption { font-weight: 600; font-size: .9em; }
.route b { background: var(--accent); color: light-dark(#fff, #12161c); border-radius: .25rem; padding: .1em .5em; }
table { width: 100%; border-collapse: collapse; margin: .5rem 0 1rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem; border-top: 1px solid var(--line); }
th { width: 13rem; font-weight: normal; overflow-wrap: anywhere; }
td p { margin: .25rem 0; }
.type { color: light-dark(#5a6675, #9aa7b8); overflow-wrap: anywhere; }
.required { color: var(--bad); font-size: .75em; }
details { border: 1px solid var(--line); border-left: .25rem solid var(--bad); border-radius: .25rem; padding: .5rem .75rem; margin: .5rem 0; }
details.good { border-left-color: light-dark(#1f7a3d, #6fd08f); }
summary { cursor: pointer; }
summary p { display: inline; }
@media (max-width: 40rem) { th, td { display: block; width: auto; } td { border-top: 0; padding-top: 0; } }
`;

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
