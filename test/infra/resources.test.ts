import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import packageDescription from '../../package.json' with { type: 'json' };
import { functionPermissions, isServiceFunction, type FunctionName } from '../../lib/aws/function-permissions.ts';
import { capitalise } from '../../lib/aws/constructs/capitalise.ts';
import { stages } from '../../lib/aws/stages.ts';
import { headerDefinitions } from '../../lib/openapi/headers.ts';
import { checkinSettings } from '../../shared/adapters/connect-checkins.ts';
import { accessTokenSettings } from '../../shared/adapters/jwt/connect-access-tokens.ts';
import { signingKeySettings } from '../../shared/adapters/keys/connect-keys.ts';
import { routes, type RouteId } from '../../shared/routes.ts';
import { variableOf, type SettingName } from '../../shared/settings.ts';
import { tables } from '../../shared/tables.ts';
import {
  type Template,
  allOf,
  allPropertiesOf,
  functionNamed,
  idOf,
  idsOf,
  propertiesOf,
  readable,
  sorted,
} from './find.ts';
import type { StageName } from './stages.ts';
import { consoleTemplate, readStage, serviceTemplate, stackTemplate } from './synthesise.ts';

const dev = serviceTemplate();
const prod = serviceTemplate('prod');
const full = serviceTemplate('full');
const withBothAddresses = serviceTemplate('withBothAddresses');

const functionNames = (Object.keys(functionPermissions) as FunctionName[]).filter(isServiceFunction);
const environmentOf = (name: string): Record<string, unknown> =>
  functionNamed(dev, name).Properties.Environment.Variables as Record<string, unknown>;

describe('The tables', () => {
  it('have on-demand capacity, and are encrypted with a key whose every use is logged by CloudTrail', () => {
    for (const table of allPropertiesOf(dev, 'AWS::DynamoDB::Table'))
      expect(table).toMatchObject({ BillingMode: 'PAY_PER_REQUEST', SSESpecification: { SSEEnabled: true } });
  });

  it('have no index on a booking attribute that a check-in changes', () => {
    const indexes = JSON.stringify(propertiesOf(dev, idOf(dev, 'Tables/bookings'))['GlobalSecondaryIndexes']);
    expect(indexes).not.toContain('"ALL"');
    for (const changed of ['checkin', 'changedBy', 'revision']) expect(indexes).not.toContain(`"${changed}"`);
  });

  // Written out: a definition that lost its stream or time to live would agree with the template.
  it.each([
    [
      'have a time to live',
      'TimeToLiveSpecification',
      Object.fromEntries(
        ['apiClients', 'bookings', 'checkinAttempts', 'checkinLog', 'auditLog', 'auditDetails', 'signingKeys'].map(
          (id) => [id, { AttributeName: 'expiresAtSeconds', Enabled: true }],
        ),
      ),
    ],
    [
      'have a stream',
      'StreamSpecification',
      { bookings: { StreamViewType: 'NEW_AND_OLD_IMAGES' }, auditLog: { StreamViewType: 'NEW_AND_OLD_IMAGES' } },
    ],
  ])('%s only where the service uses it', (_, property, specified) => {
    const found = Object.keys(tables).map((id) => [id, propertiesOf(dev, idOf(dev, `Tables/${id}`))[property]]);
    expect(Object.fromEntries(found.filter(([, value]) => value !== undefined))).toStrictEqual(specified);
  });
});

describe('The signing key', () => {
  it('is a generated secret of 64 random letters and digits', () => {
    const GenerateSecretString = { PasswordLength: 64, ExcludePunctuation: true };
    expect(allPropertiesOf(dev, 'AWS::SecretsManager::Secret')).toMatchObject([{ GenerateSecretString }]);
  });
});

describe('The functions', () => {
  it.each([
    ['dev', dev, { MemorySize: 1024, Architectures: ['arm64'] }],
    ['a stage with every setting', full, { MemorySize: 512, Architectures: ['x86_64'] }],
  ])('have the memory and architecture of the stage, and JSON logs: %s', (_, template, expected) => {
    const LoggingConfig = {
      LogFormat: 'JSON',
      ApplicationLogLevel: 'INFO',
      SystemLogLevel: 'WARN',
      LogGroup: { Ref: expect.any(String) },
    };
    for (const each of allPropertiesOf(template, 'AWS::Lambda::Function'))
      expect(each).toMatchObject({ ...expected, Runtime: 'nodejs24.x', LoggingConfig });
  });

  it('time out later than the deadline of their requests, or as late as nobody waits for them', () => {
    const timeouts = { auth: 5, refresh: 5, checkin: 5, batch: 5, sync: 13, push: 60, events: 60, housekeeping: 300 };
    for (const [name, seconds] of Object.entries(timeouts))
      expect([name, functionNamed(full, name).Properties.Timeout]).toStrictEqual([name, seconds]);
    const template = consoleTemplate();
    const admin = propertiesOf(template, idOf(template, 'console/functions/adminFunction'));
    expect(admin['Timeout']).toBe(28);
  });

  it.each(functionNames)('include %s, with exactly the environment variables that its handler reads', (name) => {
    const source = readFileSync(`functions/${name}/handler.ts`, 'utf8');
    const listsOf = (reader: string): string =>
      [...source.matchAll(new RegExp(`${reader}\\(process\\.env, \\[([^\\]]+)\\]`, 'g'))]
        .map(([, list]) => list)
        .join();
    const settingList = listsOf('readSettings');
    const namesIn = (list: string) => [...list.matchAll(/'(\w+)'/g)].map(([, each]) => each as string);
    const ownNames = [...namesIn(settingList), ...namesIn(listsOf('readTableNames')).map((each) => `${each}Table`)];
    const lists = { accessTokenSettings, checkinSettings, signingKeySettings };
    const sharedNames = Object.entries(lists).flatMap(([list, names]) =>
      settingList.includes(`...${list}`) ? names : [],
    );
    const variables = [...sharedNames, ...(ownNames as SettingName[])].map(variableOf);
    expect(sorted(Object.keys(environmentOf(name)))).toStrictEqual(sorted([...variables, 'POWERTOOLS_SERVICE_NAME']));
  });

  it('have the tables, secrets, lifetimes and address of this deployment in their environment variables', () => {
    const used = ['apiClients', 'users', 'bookings', 'checkinAttempts', 'checkinLog', 'signingKeys'] as const;
    expect({ ...environmentOf('auth'), ...environmentOf('checkin'), ...environmentOf('push') }).toStrictEqual({
      ...Object.fromEntries(used.map((id) => [variableOf(`${id}Table`), { Ref: idOf(dev, `Tables/${id}`) }])),
      CHECKIN_LOG_DAYS: '90',
      MAX_FUTURE_MINUTES: '0',
      SIGNING_KEY_SECRET: { Ref: idOf(dev, 'SigningKey') },
      TOKEN_ISSUER: { 'Fn::GetAtt': [idOf(dev, 'Http/HttpApi'), 'ApiEndpoint'] },
      ACCESS_TOKEN_SECONDS: '3600',
      REFRESH_TOKEN_SECONDS: '604800',
      REFRESH_GRACE_SECONDS: '60',
      PUSH_TOPIC_ARN: { Ref: idOf(dev, 'Notifications/Topic') },
      PUSH_FAILURES_QUEUE_URL: { Ref: idOf(dev, 'Stream/Failures') },
      DEFAULT_LANGUAGE: 'en',
      POWERTOOLS_SERVICE_NAME: 'checkin-dev',
    });
    expect(functionNamed(full, 'push').Properties['Environment'].Variables.DEFAULT_LANGUAGE).toBe('pt-BR');
  });

  it('reserve concurrency only if a setting requests it', () => {
    const reserved = functionNames.map((name) => functionNamed(full, name).Properties.ReservedConcurrentExecutions);
    expect(reserved).toStrictEqual(functionNames.map((name) => (name === 'checkin' ? 50 : undefined)));
  });
});

describe('The HTTP API', () => {
  it('has exactly the routes of shared/routes.ts, each to the alias of its function, in payload format 2.0', () => {
    const found = allOf(dev, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => {
      const [, { Ref: integration }] = Properties.Target['Fn::Join'][1];
      const { IntegrationUri, PayloadFormatVersion } = propertiesOf(dev, integration);
      return [Properties.RouteKey, IntegrationUri.Ref, PayloadFormatVersion];
    });
    const expected = Object.entries(routes).map(([name, { method, path }]) => [
      `${method} ${path}`,
      idOf(dev, `functions/${routes[name as RouteId].functionName}Live`),
      '2.0',
    ]);
    expect(new Set(found)).toStrictEqual(new Set(expected));
  });

  it('throttles each route as the settings say, in an API stage that is created after the routes', () => {
    const routeIds = idsOf(dev, 'AWS::ApiGatewayV2::Route');
    expect(allOf(dev, 'AWS::ApiGatewayV2::Stage')).toMatchObject([
      {
        Properties: {
          StageName: '$default',
          AutoDeploy: true,
          RouteSettings: Object.fromEntries(
            Object.entries(stages['dev']?.throttles ?? {}).map(([id, { requestsPerSecond, burst }]) => [
              `${routes[id as RouteId].method} ${routes[id as RouteId].path}`,
              { ThrottlingRateLimit: requestsPerSecond, ThrottlingBurstLimit: burst },
            ]),
          ),
        },
        DependsOn: expect.arrayContaining(routeIds),
      },
    ]);
  });

  it('logs every request as JSON, without fields that could contain a token', () => {
    const [stage] = allOf(dev, 'AWS::ApiGatewayV2::Stage');
    const line = JSON.parse(stage?.['Properties'].AccessLogSettings.Format as string) as Record<string, string>;
    expect(line).toMatchObject({ requestId: '$context.requestId', sourceIp: '$context.identity.sourceIp' });
    const safe =
      /^\$context\.(request(Id|Time)|domainName|routeKey|status|\w*Latency|integration\w+|error\.responseType|identity\.sourceIp)$/;
    for (const field of Object.values(line)) expect(field).toMatch(safe);
  });

  const corsOf = (template: Template) =>
    allPropertiesOf(template, 'AWS::ApiGatewayV2::Api')[0]?.['CorsConfiguration'] as
      | { readonly ExposeHeaders: readonly string[] }
      | undefined;

  it('allows no web page to call it unless a setting names the origin of the page', () => {
    expect(corsOf(dev)).toBeUndefined();
    expect(corsOf(full)).toMatchObject({
      AllowOrigins: ['https://desk.example.com'],
      AllowMethods: ['POST', 'GET'],
      AllowHeaders: ['authorization', 'content-type', 'idempotency-key'],
      MaxAge: 3600,
    });
  });

  it('lets allowed pages read every header that the API document describes', () => {
    // Every page is allowed to read these headers (the Fetch standard's CORS-safelisted response-header names).
    const safelisted = ['cache-control', 'content-language', 'pragma'];
    const described = Object.keys(headerDefinitions).map((name) => name.toLowerCase());
    expect([...(corsOf(full)?.ExposeHeaders ?? []), ...safelisted].toSorted()).toEqual(described.toSorted());
  });
});

describe('A custom domain', () => {
  const issuerOf = (template: Template): unknown =>
    functionNamed(template, 'auth').Properties['Environment'].Variables.TOKEN_ISSUER;

  it('replaces the generated address, also as the issuer of tokens, and requires TLS 1.2 or later', () => {
    expect(allPropertiesOf(full, 'AWS::ApiGatewayV2::Api')).toMatchObject([{ DisableExecuteApiEndpoint: true }]);
    expect(allPropertiesOf(full, 'AWS::ApiGatewayV2::ApiMapping')).toMatchObject([{ Stage: '$default' }]);
    expect(issuerOf(full)).toBe('https://checkin.example.com');
    expect(allPropertiesOf(full, 'AWS::ApiGatewayV2::DomainName')).toMatchObject([
      { DomainNameConfigurations: [{ SecurityPolicy: 'TLS_1_2', EndpointType: 'REGIONAL' }] },
    ]);
  });

  it('can be added to a stage in use: both addresses work, and no token is rejected', () => {
    expect(allPropertiesOf(withBothAddresses, 'AWS::ApiGatewayV2::Api')).toMatchObject([
      { DisableExecuteApiEndpoint: false },
    ]);
    expect(allPropertiesOf(withBothAddresses, 'AWS::ApiGatewayV2::DomainName')).toHaveLength(1);
    expect(issuerOf(withBothAddresses)).toBe('https://abc123.execute-api.eu-central-1.amazonaws.com');
  });

  it('has an output with the target of its DNS record', () => {
    expect(full.Outputs).toMatchObject({
      ApiUrl: { Value: 'https://checkin.example.com' },
      ApiDomainTarget: { Value: { 'Fn::GetAtt': [idOf(full, 'Http/Domain/Name'), 'RegionalDomainName'] } },
    });
  });
});

describe('What holds data', () => {
  /** The log of the deployments of files goes with the stack. */
  const holds = ([id, { Type }]: readonly [string, { readonly Type: string }]): boolean =>
    /::(Table|Secret|UserPool|LogGroup|BackupVault)$|^AWS::KMS::Key$/.test(Type) &&
    !/^(ConsoleFiles|Announcements)/.test(id);
  const policiesOf = (name: StageName) =>
    Object.entries(stackTemplate(name).Resources)
      .filter(holds)
      .map(([id, { DeletionPolicy, UpdateReplacePolicy }]) => [id, DeletionPolicy, UpdateReplacePolicy]);

  it.each([
    ['dev', 'Delete', 'Delete'],
    ['prod', 'RetainExceptOnCreate', 'Retain'],
    ['careful', 'RetainExceptOnCreate', 'Retain'],
  ] as const)('in %s has the deletion policy %s', (name, deletion, replacement) => {
    const found = policiesOf(name);
    expect(found.length).toBeGreaterThan(20);
    expect(found).toStrictEqual(found.map(([id]) => [id, deletion, replacement]));
    // What is kept although the creation of the stack failed would block the next attempt.
    const policies = Object.values(stackTemplate(name).Resources).map(({ DeletionPolicy }) => DeletionPolicy);
    expect(policies).not.toContain('Retain');
  });

  it('leaves the vault of a stage without keepData in the account, because a vault with backups cannot be deleted', () => {
    const vault = policiesOf('withBothAddresses').find(([, deletion]) => deletion !== 'Delete');
    expect(vault).toEqual([expect.stringMatching(/Vault/), 'RetainExceptOnCreate', 'Retain']);
  });

  it('includes logs, which are kept as long as the settings say', () => {
    const daysOf = (template: Template) =>
      allPropertiesOf(template, 'AWS::Logs::LogGroup').map(({ RetentionInDays }) => RetentionInDays as number);
    const expected = [...functionNames, 'API'];
    expect(daysOf(dev)).toStrictEqual(expected.map(() => 14));
    expect(daysOf(prod)).toStrictEqual(expected.map(() => 365));
  });
});

describe('The stack', () => {
  it('has the outputs that an operator or the command line reads', () => {
    const outputs = Object.entries(dev.Outputs).map(([name, { Value }]) => [name, readable(Value)] as const);
    expect(Object.fromEntries(outputs)).toStrictEqual({
      ...Object.fromEntries(
        Object.keys(tables)
          .map(capitalise)
          .map((id) => [`${id}Table`, `Tables${id}`]),
      ),
      AccessTokenSeconds: '3600',
      AdminLogDays: '400',
      ApiUrl: 'HttpHttpApi',
      CheckinLogDays: '90',
      Dashboard: 'OverviewDashboard',
      NoticeTopic: 'AnnouncementsNotice',
      PageTopic: 'AnnouncementsPage',
      PushFailures: 'StreamFailures',
      PushFunction: 'FunctionsPushFunction',
      PushTopic: 'NotificationsTopic',
      RefreshTokenSeconds: '604800',
      RetentionDays: '400',
      SigningKeySecret: 'SigningKey',
      Version: packageDescription.version,
    });
  });

  it('gives no resource a fixed name, because a fixed name would prevent a second deployment', () => {
    // Their names need not be unique in the account.
    const exempt = /^AWS::(ApiGatewayV2::(Api|Stage)|IAM::Policy|Lambda::Alias|Logs::LogGroup)$/;
    const named = Object.values(dev.Resources).flatMap(({ Type, Properties }) =>
      ['Name', `${Type.split('::')[2]}Name`].filter((name) => name in Properties && !exempt.test(Type)),
    );
    expect(named).toStrictEqual([]);
  });

  const protectionOf = (name: StageName) => {
    const { stack } = readStage(name);
    const [made, pools] = ['AWS::DynamoDB::Table', 'AWS::Cognito::UserPool'].map((type) =>
      allPropertiesOf(stack.template, type),
    );
    return {
      termination: stack.terminationProtection,
      deletion: made?.map(({ DeletionProtectionEnabled }) => DeletionProtectionEnabled as boolean),
      pool: pools?.map(({ DeletionProtection }) => DeletionProtection as string),
    };
  };
  const ofEachTable = (isProtected: boolean) => Object.keys(tables).map(() => isProtected);

  it('has no protection by default, so that CloudFormation can remove it if its creation fails', () => {
    for (const name of ['dev', 'prod'] as const)
      expect(protectionOf(name)).toStrictEqual({
        termination: false,
        deletion: ofEachTable(false),
        pool: ['INACTIVE'],
      });
  });

  it('is protected from deletion, as are its tables and its user pool, by the setting protect', () => {
    expect(protectionOf('careful')).toStrictEqual({ termination: true, deletion: ofEachTable(true), pool: ['ACTIVE'] });
  });

  it('names the log group of API Gateway with the prefix that AWS requires and an id that no other stack has', () => {
    const names = allPropertiesOf(dev, 'AWS::Logs::LogGroup').flatMap(({ LogGroupName: name }) => name ?? []);
    const text = JSON.stringify(names);
    expect(names).toHaveLength(1);
    expect(text).toContain('/aws/vendedlogs/checkin-dev-');
    expect(text).toContain('AWS::StackId');
  });
});
