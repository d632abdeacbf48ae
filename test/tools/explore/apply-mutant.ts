import { changeSource } from '../change-source.ts';
import { mutants } from './mutants.ts';

/** Removes from the service the protection that MUTANT names. Must be loaded before the explorer (`node --import`). */
const mutant = mutants[process.env['MUTANT'] ?? ''];

if (mutant) changeSource(mutant);
