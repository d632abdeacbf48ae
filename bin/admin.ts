import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Keeps compiled code and stripped types between starts. What this file imports statically would be loaded before.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compile'));

const { main } = await import('../lib/cli/main.ts');
await main('npm run -s admin --');
