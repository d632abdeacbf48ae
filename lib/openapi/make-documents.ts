import { makeApiDocument } from './api-document.ts';
import { readExamples } from './examples.ts';
import type { JsonSchema } from './json-schema.ts';

const toText = (document: JsonSchema): string => `${JSON.stringify(document, undefined, 2)}\n`;

/** Returns the contents of the generated files of docs/, by file name. */
export const makeDocuments = (): Readonly<Record<string, string>> => ({
  'openapi.json': toText(makeApiDocument(readExamples())),
});
