import { changeSource } from '../change-source.ts';
import { sabotages } from './sabotages.ts';

/** Loaded before the program (`node --import`), this takes out of its source what SABOTAGE names. */
const sabotage = sabotages[process.env['SABOTAGE'] ?? ''];

if (sabotage) changeSource(sabotage);
