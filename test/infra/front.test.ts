import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { functionNeeds, type FunctionName } from '../../lib/aws/function-needs.ts';
import { routes } from '../../shared/routes.ts';
import {
  type Properties,
  type Template,
  allPropertiesOf,
  functionNamed,
  idOf,
  onlyPropertiesOf,
  propertiesOf,
} from './find.ts';
import { stages } from './stages.ts';
import { consoleTemplate, serviceTemplate } from './synthesise.ts';

const { webAclArn, domain } = stages.fronted.apiFront;
const fronted = serviceTemplate('fronted');
const templateWithDirectCalls = serviceTemplate('withDirectCalls');
const templateOfConsole = consoleTemplate();

const distributionOf = (from: Template): Properties =>
  onlyPropertiesOf(from, 'AWS::CloudFront::Distribution')['DistributionConfig'];

const secretOf = ({ Origins }: Properties): unknown =>
  Origins.flatMap(({ OriginCustomHeaders = [] }: Properties) => OriginCustomHeaders).find(
    ({ HeaderName }: Properties) => HeaderName === 'x-origin-secret',
  )?.HeaderValue;

const variablesOf = (from: Template, name: string): Properties =>
  functionNamed(from, name).Properties['Environment'].Variables;

/** The functions of the service's stack that API Gateway calls. */
const behindApi: ReadonlySet<string> = new Set(Object.values(routes).map(({ functionName }) => functionName));
const serviceFunctions = (Object.keys(functionNeeds) as FunctionName[]).filter(
  // `admin` is in the console's stack, and `events` exists only with an event bus.
  (name) => name !== 'admin' && name !== 'events',
);

describe('CloudFront in front of the gates’ API', () => {
  const config = distributionOf(fronted);

  it('has the web ACL and the domain, and requires TLS 1.2', () => {
    expect(config).toMatchObject({
      WebACLId: webAclArn,
      Aliases: [domain.name],
      ViewerCertificate: { AcmCertificateArn: domain.certificateArn, MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
    expect(fronted.Outputs).toMatchObject({ ApiUrl: { Value: 'https://checkin.example.com' } });
    expect(variablesOf(fronted, 'auth')['TOKEN_ISSUER']).toBe('https://checkin.example.com');
    const records = allPropertiesOf(fronted, 'AWS::Route53::RecordSet');
    expect(records).toMatchObject(['A', 'AAAA'].map((Type) => ({ Type, Name: 'checkin.example.com.' })));
  });

  it('forwards every request, uncached, to the address that API Gateway generates', () => {
    expect(config.CacheBehaviors).toBeUndefined();
    expect(config.DefaultCacheBehavior).toMatchObject({
      // The ids of the managed policies CachingDisabled and AllViewerExceptHostHeader.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      AllowedMethods: expect.arrayContaining(['GET', 'POST', 'OPTIONS']),
      ViewerProtocolPolicy: 'https-only',
    });
    expect(config.Origins).toHaveLength(1);
    expect(config.Origins[0].CustomOriginConfig).toMatchObject({ OriginProtocolPolicy: 'https-only' });
    expect(JSON.stringify(config.Origins[0].DomainName)).toContain(
      JSON.stringify({ Ref: idOf(fronted, 'Http/HttpApi') }),
    );
    for (const template of [fronted, templateWithDirectCalls]) {
      expect(allPropertiesOf(template, 'AWS::ApiGatewayV2::Api')).toMatchObject([{ DisableExecuteApiEndpoint: false }]);
    }
  });

  it.each(serviceFunctions)('shares its secret with a function only if a route calls the function: %s', (name) => {
    const secret = secretOf(config);
    expect(JSON.stringify(secret)).toMatch(/resolve:secretsmanager:.*"Ref".*OriginSecret/);
    const { GenerateSecretString } = propertiesOf(fronted, idOf(fronted, 'Http/Front/Api/OriginSecret'));
    expect(GenerateSecretString).toMatchObject({ PasswordLength: 64 });
    expect(variablesOf(fronted, name)['ORIGIN_SECRET']).toStrictEqual(behindApi.has(name) ? secret : undefined);
    expect(variablesOf(fronted, name)).not.toHaveProperty('DIRECT_CALLS');
  });

  it('with keepDirectCalls, lets gates call API Gateway or CloudFront, so that they can move to CloudFront one by one', () => {
    expect(variablesOf(templateWithDirectCalls, 'checkin')).toMatchObject({ DIRECT_CALLS: 'true' });
    expect(allPropertiesOf(templateWithDirectCalls, 'AWS::ApiGatewayV2::DomainName')).toMatchObject([
      { DomainName: domain.name },
    ]);
    const distribution = { 'Fn::GetAtt': [idOf(templateWithDirectCalls, 'Http/Front/Distribution'), 'DomainName'] };
    expect(templateWithDirectCalls.Outputs).toMatchObject({
      ApiUrl: { Value: { 'Fn::Join': ['', ['https://', distribution]] } },
      ApiDomainTarget: { Value: distribution },
    });
  });
});

describe('CloudFront in front of the console’s API', () => {
  it('shares its secret with the function admin', () => {
    const secret = secretOf(distributionOf(templateOfConsole));
    expect(JSON.stringify(secret)).toMatch(/resolve:secretsmanager:.*"Ref".*OriginSecret/);
    expect(variablesOf(templateOfConsole, 'admin')['ORIGIN_SECRET']).toStrictEqual(secret);
  });
});

it.each([
  ['the console’s', templateOfConsole, ({ CacheBehaviors }: Properties) => CacheBehaviors[0]],
  ['the gates’', fronted, ({ DefaultCacheBehavior }: Properties) => DefaultCacheBehavior],
])(
  'CloudFront sends %s API the address of the caller in x-viewer-address, even if the caller sets this header',
  (_, template, behaviorOf) => {
    const [association] = behaviorOf(distributionOf(template)).FunctionAssociations;
    const { FunctionCode } = propertiesOf(template, association.FunctionARN['Fn::GetAtt'][0]);
    const event = { request: { headers: { 'x-viewer-address': { value: 'invented' } } }, viewer: { ip: '192.0.2.7' } };
    const passed = runInNewContext(`${FunctionCode}; handler(${JSON.stringify(event)})`) as typeof event.request;
    expect(passed.headers['x-viewer-address'].value).toBe('192.0.2.7');
  },
);
