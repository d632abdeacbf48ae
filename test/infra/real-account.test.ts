import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { checksByNumber, SETTINGS } from '../tools/deploy/real-account/checks.ts';
import { stages } from './stages.ts';
import { stackTemplate } from './synthesise.ts';

describe('The test in a real account', () => {
  const [, section = ''] = readFileSync('docs/deployment.md', 'utf8').split('\n## Check the first deployment\n');
  const numbers = [...(section.split('\n## ')[0] ?? '').matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));

  it('does each check of docs/deployment.md, or says why a person has to', () => {
    expect(numbers).toHaveLength(13);
    expect(Object.keys(checksByNumber).map(Number)).toStrictEqual(numbers);
  });

  it('deploys a stage that can be synthesised', () => {
    expect(SETTINGS).toStrictEqual(stages.dev);
    expect(Object.keys(stackTemplate('dev').Resources).length).toBeGreaterThan(100);
  });
});
