import { makeApiDocument } from './api-document.ts';
import { readExamples } from './examples.ts';
import { renderPage } from './page/render-page.ts';

/** The files of docs/ that are made from the code: contents by name. */
export const makeDocuments = (): Readonly<Record<string, string>> => {
  const document = makeApiDocument(readExamples());
  return {
    'openapi.json': `${JSON.stringify(document, undefined, 2)}\n`,
    'api.html': renderPage(document),
  };
};
