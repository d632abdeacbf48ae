import { describe, expect, it } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { Stack, Validations, type App } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stages } from '../../lib/aws/stages.ts';
import { tables } from '../../shared/tables.ts';
import { routes } from '../../shared/routes.ts';
import { idOf, propertiesOf, sorted } from './find.ts';
import { consoleTemplate, makeTestConsole, synthesise, synthesiseConsole } from './synthesise.ts';

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

/** Both stacks of an app: the service's and its console's. */
const makeStacks = (settings: Record<string, unknown>, builtinCloudFormationValidation: boolean): Stack[] => {
  const { root } = makeTestConsole(settings, { builtinCloudFormationValidation }).node;
  return root.node.children.filter((child) => Stack.isStack(child));
};

const templatesOf = (stacks: readonly Stack[]) => stacks.map((stack) => Template.fromStack(stack).toJSON());

describe('the stack', () => {
  const [dev, ...others] = Object.keys(stages);
  /** Each stage, and every setting: the stages differ in little else. */
  const deployments = [{ stage: dev }, ...others.map((stage) => ({ stage, ...everySetting }))];
  const made = new Map(deployments.map((settings) => [settings, makeStacks(settings, true)]));
  const cases = [...made];

  it('is checked with that of the console', () => {
    for (const stacks of made.values()) expect(stacks).toHaveLength(2);
  });

  it.each(cases)('keeps the rules of cdk-nag, as %j', (_, stacks) => {
    for (const stack of stacks) {
      const packs = [new AwsSolutionsChecks(stack), new ServerlessChecks(stack)];
      expect(packs.flatMap((pack) => pack.validateScope(stack).violations)).toStrictEqual([]);
    }
  });

  it.each(cases)('keeps the rules of CloudFormation that the CDK knows, as %j', (_, [stack]) => {
    const app = stack?.node.root as App;
    const { directory } = app.synth();
    const report = JSON.parse(readFileSync(join(directory, 'validation-report.json'), 'utf8')) as object;
    expect(report).toMatchObject({ pluginReports: [] });
  });

  it('gives a reason for every accepted finding', () => {
    const accepted = [...made.values()].flat().flatMap(acceptedIn);
    expect(accepted.length).toBeGreaterThan(0);
    for (const [rule, reason] of accepted) expect(`${rule}: ${reason}`).toMatch(/: [A-Z][^.]{20,}.*\.$/);
  });

  it('is the same each time it is synthesised', () => {
    const [settings, stacks] = cases.at(-1) as (typeof cases)[number];
    expect(templatesOf(stacks)).toStrictEqual(templatesOf(makeStacks(settings, false)));
    // The console with its own accounts, which another test file, in another process, may have synthesised.
    expect(consoleTemplate().toJSON()).toStrictEqual(synthesiseConsole().toJSON());
  });
});

describe('a change of only definitions', () => {
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
  const template = synthesise({}, { routes: moved, tables: { ...tables, bookings, users } });

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
