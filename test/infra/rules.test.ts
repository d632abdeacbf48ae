import { describe, expect, it } from '@jest/globals';
import { Validations, type App } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stages } from '../../lib/aws/stages.ts';
import { tables } from '../../shared/tables.ts';
import { routes } from '../../shared/routes.ts';
import { idOf, propertiesOf, sorted } from './find.ts';
import { makeStack, makeTestConsole, synthesise, synthesiseConsole } from './synthesise.ts';

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

const acceptedIn = (construct: IConstruct): [string, string][] =>
  construct.node
    .findAll()
    .flatMap(({ node }) =>
      node.metadata
        .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
        .flatMap(({ data }) => Object.entries(data as Record<string, string>)),
    );

describe('the stack', () => {
  const [dev, ...others] = Object.keys(stages);
  /** Each stage, and every setting: the stages differ in little else. */
  const deployments = [{ stage: dev }, ...others.map((stage) => ({ stage, ...everySetting }))];

  it.each(deployments)('keeps the rules of cdk-nag, as %j', (settings) => {
    for (const stack of [makeStack(settings), makeTestConsole(settings)]) {
      const packs = [new AwsSolutionsChecks(stack), new ServerlessChecks(stack)];
      expect(packs.flatMap((pack) => pack.validateScope(stack).violations)).toStrictEqual([]);
    }
  });

  it.each(deployments)('keeps the rules of CloudFormation that the CDK knows, as %j', (settings) => {
    const { node } = makeTestConsole(settings, { builtinCloudFormationValidation: true });
    const { directory } = (node.root as App).synth();
    const report = JSON.parse(readFileSync(join(directory, 'validation-report.json'), 'utf8')) as object;
    expect(report).toMatchObject({ pluginReports: [] });
  });

  it('gives a reason for every accepted finding', () => {
    const accepted = [makeStack(everySetting), makeTestConsole(everySetting)].flatMap(acceptedIn);
    expect(accepted.length).toBeGreaterThan(0);
    for (const [rule, reason] of accepted) expect(`${rule}: ${reason}`).toMatch(/: [A-Z][^.]{20,}.*\.$/);
  });

  it('is the same each time it is synthesised', () => {
    expect(synthesise(everySetting).toJSON()).toStrictEqual(synthesise(everySetting).toJSON());
    expect(synthesiseConsole().toJSON()).toStrictEqual(synthesiseConsole().toJSON());
  });
});

describe('a change of only a definition', () => {
  it('moves a route', () => {
    const moved = { ...routes, checkin: { method: 'POST', path: '/v2/checkin' } } as const;
    const template = synthesise({}, { routes: moved });
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
    const [byNoShow] = tables.bookings.indexes;
    const renamed = { ...tables, bookings: { ...tables.bookings, indexes: [{ ...byNoShow, name: 'byEnd' }] } };
    const text = JSON.stringify(synthesise({}, { tables: renamed }).toJSON());
    expect(text).toContain('"IndexName":"byEnd"');
    expect(text).toContain('{"Name":"GlobalSecondaryIndexName","Value":"byEnd"}');
  });

  it('changes keys, expiry and stream of a table', () => {
    const users = {
      partitionKey: { name: 'company', type: 'S' },
      sortKey: { name: 'number', type: 'N' },
      indexes: [],
      timeToLive: 'goneAt',
      stream: 'NEW_AND_OLD_IMAGES',
    } as const;
    const template = synthesise({}, { tables: { ...tables, users } });
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
