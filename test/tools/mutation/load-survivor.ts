import { loadInstead } from '../change-source.ts';

/** Loaded before the explorer (`node --import`). Replaces a source file of the service with its mutant. */
const { MUTATED_FILE: file = '', MUTATED_SOURCE: source = '' } = process.env;

const isLoaded = loadInstead(file, source);
process.on('exit', () => {
  if (!isLoaded()) console.log(`not loaded: ${file}`);
});
