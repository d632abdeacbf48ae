import { loadInstead } from '../change-source.ts';

/** Loaded before the explorer (`node --import`): the service then has the mutant. */
const { MUTATED_FILE: file = '', MUTATED_SOURCE: source = '' } = process.env;

const isLoaded = loadInstead(file, source);
process.on('exit', () => {
  if (!isLoaded()) console.log(`not loaded: ${file}`);
});
