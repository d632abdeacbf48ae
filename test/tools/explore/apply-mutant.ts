import { changeSource } from '../change-source.ts';
import { mutants } from './mutants.ts';

/** Loaded before the explorer (`node --import`): removes the protection that MUTANT names from the service. */
const mutant = mutants[process.env['MUTANT'] ?? ''];

if (mutant) changeSource(mutant);
