import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeOutputDocument } from '../lib/cli/output-schemas.ts';
import { makeApiDocument } from '../lib/openapi/api-document.ts';
import { readExamples } from '../lib/openapi/examples.ts';

const documents = {
  'openapi.json': makeApiDocument(readExamples()),
  'command-line.schema.json': makeOutputDocument(),
};

for (const [name, document] of Object.entries(documents)) {
  writeFileSync(join(import.meta.dirname, '../docs', name), `${JSON.stringify(document, undefined, 2)}\n`);
  process.stdout.write(`docs/${name}\n`);
}
