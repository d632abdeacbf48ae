import { describe, expect, it } from '@jest/globals';
import { stages } from '../../lib/aws/stages.ts';
import { routes } from '../../shared/routes.ts';
import { tables } from '../../shared/tables.ts';
import { idOf, propertiesOf, sorted } from './find.ts';
import { checkRules, makeStack, serviceTemplate, type RulesReport } from './synthesise.ts';

const everySetting = {
  alarmEmail: 'ops@example.com',
  corsOrigins: ['https://desk.example.com'],
  reservedConcurrency: { checkin: 50 },
  warmThroughput: { bookings: { readUnitsPerSecond: 20_000, writeUnitsPerSecond: 8_000 } },
  codeSigning: { profileName: 'checkin', profileVersion: 'Abc123Def4' },
  consoleIssuer: 'https://login.example.com/realms/staff',
  consoleClientId: 'console',
  consoleWebAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/console/0a1b',
  customDomain: {
    name: 'checkin.example.com',
    certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/0a1b',
    hostedZone: { id: 'Z0123456789', name: 'example.com' },
  },
};

const [dev, ...others] = Object.keys(stages);
/** Each stage, and every setting: the stages differ in little else. */
const deployments = [{ stage: dev }, ...others.map((stage) => ({ stage, ...everySetting }))];
const reports = new Map<object, RulesReport>();
for (const settings of deployments) reports.set(settings, await checkRules(settings));

describe('the stack', () => {
  it('is checked with that of the console', () => {
    for (const { stacks } of reports.values()) expect(stacks).toHaveLength(2);
  });

  it.each(deployments)('follows the rules of cdk-nag, as %j', (settings) => {
    expect(reports.get(settings)?.violations).toStrictEqual([]);
  });

  it.each(deployments)('follows the rules of CloudFormation that the CDK validates, as %j', (settings) => {
    expect(reports.get(settings)?.validation).toMatchObject({ pluginReports: [] });
  });

  it('gives a reason for every accepted finding', () => {
    const accepted = [...reports.values()].flatMap((report) => report.accepted);
    expect(accepted.length).toBeGreaterThan(0);
    for (const [rule, reason] of accepted) expect(`${rule}: ${reason}`).toMatch(/: [A-Z][^.]{20,}.*\.$/);
  });

  it.each([
    { kind: 'service', settings: deployments.at(-1) ?? {} },
    { kind: 'console', settings: deployments.at(-1) ?? {} },
    // With its own accounts.
    { kind: 'console', settings: {} },
  ] as const)('is the same each time it is synthesised, as %j', async (request) => {
    const [first, second] = [await makeStack(request), await makeStack({ ...request, anew: true })];
    expect(second.template).toStrictEqual(first.template);
  });
});

const moved = { ...routes, checkin: { method: 'POST', path: '/v2/checkin' } } as const;
const [byNoShow] = tables.bookings.indexes;
const users = {
  partitionKey: { name: 'company', type: 'S' },
  sortKey: { name: 'number', type: 'N' },
  indexes: [],
  timeToLive: 'goneAt',
  stream: 'NEW_AND_OLD_IMAGES',
} as const;
const bookings = { ...tables.bookings, indexes: [{ ...byNoShow, name: 'byEnd' }] };
const template = await serviceTemplate({}, { routes: moved, tables: { ...tables, bookings, users } });

describe('a change of the definitions of routes and tables alone', () => {
  it('moves a route', () => {
    const keys = Object.values(template.findResources('AWS::ApiGatewayV2::Route')).map(
      ({ Properties }) => Properties.RouteKey,
    );
    expect(sorted(keys)).toStrictEqual([
      'GET /auth/refresh-token',
      'POST /auth',
      'POST /scheduling/checkin/batch',
      'POST /sync/bookings',
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
