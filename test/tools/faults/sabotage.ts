import { changeSource } from '../change-source.ts';
import { sabotages } from './sabotages.ts';

/** Loaded before the program (`node --import`): removes the protection that SABOTAGE names from its source. */
const sabotage = sabotages[process.env['SABOTAGE'] ?? ''];

if (sabotage) changeSource(sabotage);
