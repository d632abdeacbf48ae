import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Caches compiled code between starts. Static imports of this file would be loaded before the cache is on.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compile'));

const { main } = await import('../lib/cli/main.ts');
await main('npm run -s admin --');
