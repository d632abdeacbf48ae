import { describe, expect, it } from '@jest/globals';
import { idOf, propertiesOf, sorted } from './find.ts';
import { checkRules, consoleTemplate, everySetting, redefinedTemplate, serviceTemplate } from './synthesise.ts';

const { templates, violations, validation, accepted } = await checkRules([{ stage: 'dev' }, everySetting]);

/** The hash of code that is not bundled, as in these tests, is that of the first stack of its app. */
const withoutCodeHashes = (stacks: readonly unknown[]): unknown =>
  JSON.parse(JSON.stringify(stacks).replaceAll(/[\da-f]{32,64}/g, 'HASH'));

describe('the stacks of the service and the console, in dev and with every setting,', () => {
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

describe('a change of the definitions of routes and tables alone', () => {
  it('moves a route', () => {
    const keys = Object.values(template.findResources('AWS::ApiGatewayV2::Route')).map(
      ({ Properties }) => Properties.RouteKey,
    );
    expect(sorted(keys)).toStrictEqual([
      'GET /.well-known/jwks.json',
      'GET /.well-known/oauth-authorization-server',
      'GET /auth/refresh-token',
      'POST /auth',
      'POST /oauth2/token',
      'POST /scheduling/checkin/batch',
      'POST /sync/bookings',
      'POST /sync/bookings/read',
      'POST /sync/users',
      'POST /v2/checkin',
    ]);
    const [stage] = Object.values(template.findResources('AWS::ApiGatewayV2::Stage'));
    expect(Object.keys(stage?.['Properties'].RouteSettings)).toContain('POST /v2/checkin');
  });

  it('renames an index, for the table and for the alarm on its throttles', () => {
    const text = JSON.stringify(template.toJSON());
    expect(text).toContain('"IndexName":"byEnd"');
    expect(text).toContain('{"Name":"GlobalSecondaryIndexName","Value":"byEnd"}');
  });

  it('changes keys, expiry and stream of a table', () => {
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
