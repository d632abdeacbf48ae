import { describe, expect, it } from '@jest/globals';
import { readRules, readStage, type SynthesisedStage } from './synthesise.ts';

const { stacks, validation, accepted } = readRules();
const [dev, full] = [readStage('dev'), readStage('full')];

/** Replaces code hashes. These tests do not bundle code, and the hash of unbundled code depends on the app's first stack. */
const withoutCodeHashes = (synthesised: readonly unknown[]): unknown =>
  JSON.parse(JSON.stringify(synthesised).replaceAll(/[\da-f]{32,64}/g, 'HASH'));

describe('The stacks of the service and the console, in dev and with every setting,', () => {
  it('follow the rules of cdk-nag', () => {
    expect([dev.brokenRules, full.brokenRules]).toStrictEqual([[], []]);
  });

  it('follow the rules of CloudFormation that the CDK validates', () => {
    expect(validation).toMatchObject({ pluginReports: [] });
  });

  it('give a reason for every accepted finding', () => {
    expect(accepted.length).toBeGreaterThan(0);
    for (const [rule, reason] of accepted) expect(`${rule}: ${reason}`).toMatch(/: [A-Z][^.]{20,}.*\.$/);
  });

  it('are the same each time they are synthesised', () => {
    const again = ({ stacks: first }: SynthesisedStage) =>
      first.map(({ name }) => stacks.find((each) => each.name === name));
    expect(again(dev)).toStrictEqual(dev.stacks);
    expect(withoutCodeHashes(again(full))).toStrictEqual(withoutCodeHashes(full.stacks));
  });
});
