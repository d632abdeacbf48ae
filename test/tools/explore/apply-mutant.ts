import { changeSource } from '../change-source.ts';
import { mutants } from './mutants.ts';

/** Loaded before the explorer (`node --import`). Removes from the service the protection that MUTANT names. */
const mutant = mutants[process.env['MUTANT'] ?? ''];

if (mutant) changeSource(mutant);
