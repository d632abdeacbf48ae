import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { sabotageRounds } from '../tools/deploy/sabotages.ts';

it.each(sabotageRounds.flat())('the sabotage "$name" fits its file', ({ file, text }) => {
  expect(readFileSync(file, 'utf8').split(text)).toHaveLength(2);
});
