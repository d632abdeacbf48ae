import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDocuments } from '../lib/openapi/make-documents.ts';

const docs = join(import.meta.dirname, '../docs');

for (const [name, contents] of Object.entries(makeDocuments())) {
  mkdirSync(dirname(join(docs, name)), { recursive: true });
  writeFileSync(join(docs, name), contents);
  process.stdout.write(`docs/${name}\n`);
}
