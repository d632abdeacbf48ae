import { describe, expect, it } from '@jest/globals';
import { checkRules, consoleTemplate, everySetting, serviceTemplate } from './synthesise.ts';

const { templates, violations, validation, accepted } = await checkRules([{ stage: 'dev' }, everySetting]);

/** Replaces code hashes. These tests do not bundle code, and the hash of unbundled code depends on the app's first stack. */
const withoutCodeHashes = (stacks: readonly unknown[]): unknown =>
  JSON.parse(JSON.stringify(stacks).replaceAll(/[\da-f]{32,64}/g, 'HASH'));

describe('The stacks of the service and the console, in dev and with every setting,', () => {
  it('follow the rules of cdk-nag', () => {
    expect(violations).toStrictEqual([]);
  });

  it('follow the rules of CloudFormation that the CDK validates', () => {
    expect(validation).toMatchObject({ pluginReports: [] });
  });

  it('give a reason for every accepted finding', () => {
    expect(accepted.length).toBeGreaterThan(0);
    for (const [rule, reason] of accepted) expect(`${rule}: ${reason}`).toMatch(/: [A-Z][^.]{20,}.*\.$/);
  });

  it('are the same each time they are synthesised', async () => {
    expect([templates['checkin-dev'], templates['checkin-dev-console']]).toStrictEqual([
      (await serviceTemplate()).toJSON(),
      (await consoleTemplate()).toJSON(),
    ]);
    expect(withoutCodeHashes([templates['checkin-prod'], templates['checkin-prod-console']])).toStrictEqual(
      withoutCodeHashes([
        (await serviceTemplate(everySetting)).toJSON(),
        (await consoleTemplate(everySetting)).toJSON(),
      ]),
    );
  });
});
