import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDocuments } from '../lib/openapi/make-documents.ts';

const docs = join(import.meta.dirname, '../docs');

for (const [name, contents] of Object.entries(makeDocuments())) {
  writeFileSync(join(docs, name), contents);
  process.stdout.write(`docs/${name}\n`);
}
