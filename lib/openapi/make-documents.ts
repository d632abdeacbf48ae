import { API_VERSION, makeApiDocument } from './api-document.ts';
import { makeBrunoCollection } from './bruno/make-bruno-collection.ts';
import { makeConsoleDocument } from './console/console-document.ts';
import { readExamples } from './examples.ts';
import { readErrorSections } from './page/error-sections.ts';
import { renderPage } from './page/render-page.ts';

const toText = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

/**
 * The generated files of docs/.
 * @returns contents by path
 */
export const makeDocuments = (): Readonly<Record<string, string>> => {
  const document = makeApiDocument(readExamples());
  return {
    'openapi.json': toText(document),
    'console-openapi.json': toText(makeConsoleDocument(API_VERSION)),
    'api.html': renderPage(document, readErrorSections()),
    ...makeBrunoCollection(document),
  };
};
