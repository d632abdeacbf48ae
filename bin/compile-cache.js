/**
 * Loaded by `node --import` before a program: keeps compiled code and stripped types between starts, which makes a start twice as fast.
 * JavaScript, because the types of a TypeScript file would be stripped before the cache can be used.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compile'));
