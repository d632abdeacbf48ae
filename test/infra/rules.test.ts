import { describe, expect, it } from '@jest/globals';
import { acceptedFindings } from './accepted-findings.ts';
import { readRules, readStage } from './synthesise.ts';

const { stacks, validation } = readRules();
const [dev, full] = [readStage('dev'), readStage('full')];

/** Replaces code hashes. These tests do not bundle code, and the hash of unbundled code depends on the app's first stack. */
const withoutCodeHashes = (synthesised: unknown): unknown =>
  JSON.parse(JSON.stringify(synthesised).replaceAll(/[\da-f]{32,64}/g, 'HASH'));

describe('The stack, in dev, in prod and with every setting,', () => {
  it('follow the rules of cdk-nag, with exceptions that have a reason', () => {
    const all = [dev, readStage('prod'), full, readStage('careful')].flatMap(({ findings }) => findings);
    const findings = all.filter((finding) => /^(AwsSolutions|Serverless)-/.test(finding));
    const isAccepted = (finding: string) => acceptedFindings.some(([accepted]) => accepted.test(finding));
    expect(findings.filter((finding) => !isAccepted(finding))).toStrictEqual([]);
    const needless = acceptedFindings.filter(([accepted]) => !findings.some((finding) => accepted.test(finding)));
    expect(needless).toStrictEqual([]);
  });

  it('follow the rules of CloudFormation that the CDK validates', () => {
    expect(validation).toMatchObject({ pluginReports: [] });
  });

  it('are the same each time they are synthesised', () => {
    for (const { stack: first } of [dev, full]) {
      const again = stacks.find(({ name }) => name === first.name);
      expect(withoutCodeHashes(again)).toStrictEqual(withoutCodeHashes(first));
    }
  });
});
