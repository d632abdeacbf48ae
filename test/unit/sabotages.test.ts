import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { sabotages } from '../tools/deploy/sabotages.ts';

it.each(Object.entries(sabotages))('the sabotage "%s" fits its file', (_name, { file, text }) => {
  expect(readFileSync(file, 'utf8').split(text)).toHaveLength(2);
});
