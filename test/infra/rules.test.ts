import { describe, expect, it } from '@jest/globals';
import { idOf, propertiesOf } from './find.ts';
import { checkRules, consoleTemplate, everySetting, redefinedTemplate, serviceTemplate } from './synthesise.ts';

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

const template = await redefinedTemplate();

describe('Editing the definitions of routes and tables is enough to', () => {
  it('move a route to another path', () => {
    const keys = Object.values(template.findResources('AWS::ApiGatewayV2::Route')).map(
      ({ Properties }) => Properties.RouteKey,
    );
    expect(keys).toContain('POST /v2/checkin');
    expect(keys).not.toContain('POST /scheduling/checkin');
    const [stage] = Object.values(template.findResources('AWS::ApiGatewayV2::Stage'));
    expect(Object.keys(stage?.['Properties'].RouteSettings)).toContain('POST /v2/checkin');
  });

  it('rename an index, both in the table and in the alarm on throttles of the index', () => {
    const text = JSON.stringify(template.toJSON());
    expect(text).toContain('"IndexName":"byEnd"');
    expect(text).toContain('{"Name":"GlobalSecondaryIndexName","Value":"byEnd"}');
  });

  it('change keys, expiry and stream of a table', () => {
    expect(propertiesOf(template, idOf(template, 'Tables/users'))).toMatchObject({
      AttributeDefinitions: [
        { AttributeName: 'company', AttributeType: 'S' },
        { AttributeName: 'number', AttributeType: 'N' },
      ],
      TimeToLiveSpecification: { AttributeName: 'goneAt', Enabled: true },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
  });
});
