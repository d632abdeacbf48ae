import { changeSource } from '../change-source.ts';
import { mutants } from './mutants.ts';

/** Loaded before the explorer (`node --import`), this takes out of the service what MUTANT names. */
const mutant = mutants[process.env['MUTANT'] ?? ''];

if (mutant) changeSource(mutant);
