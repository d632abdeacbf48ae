import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import {
  type Properties,
  type Template,
  allOf,
  allPropertiesOf,
  idOf,
  idsOf,
  onlyPropertiesOf,
  propertiesOf,
  readable,
  sorted,
} from './find.ts';
import { stages } from './stages.ts';
import { consoleTemplate, readConsoleConfig } from './synthesise.ts';

const dev = consoleTemplate();
const federated = consoleTemplate('full');

describe('The console’s bucket', () => {
  it('is private, and only CloudFront can read it, through an origin access control', () => {
    const blocked = {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    };
    expect(onlyPropertiesOf(dev, 'AWS::S3::Bucket')).toMatchObject({ PublicAccessBlockConfiguration: blocked });
    const { Statement } = onlyPropertiesOf(dev, 'AWS::S3::BucketPolicy')['PolicyDocument'];
    const distribution = { Ref: idOf(dev, 'Console/Web/Distribution') };
    expect(Statement).toMatchObject([
      { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      // Lets the CDK's function empty the bucket when the stack is deleted.
      { Effect: 'Allow', Action: expect.arrayContaining(['s3:DeleteObject*']) },
      { Effect: 'Allow', Action: 's3:GetObject', Principal: { Service: 'cloudfront.amazonaws.com' } },
    ]);
    expect(allOf(dev, 'Custom::S3AutoDeleteObjects')).toHaveLength(1);
    expect(JSON.stringify(Statement[2].Condition)).toContain(JSON.stringify(distribution));
    expect(onlyPropertiesOf(dev, 'AWS::CloudFront::OriginAccessControl')).toMatchObject({
      OriginAccessControlConfig: { OriginAccessControlOriginType: 's3', SigningBehavior: 'always' },
    });
  });
});

const headersOf = (template: Template): Properties =>
  onlyPropertiesOf(template, 'AWS::CloudFront::ResponseHeadersPolicy')['ResponseHeadersPolicyConfig'];

describe('The distribution', () => {
  const { DistributionConfig } = onlyPropertiesOf(dev, 'AWS::CloudFront::Distribution');

  it('forwards API requests to the console’s API', () => {
    const [{ PathPattern, TargetOriginId }] = DistributionConfig.CacheBehaviors;
    expect(PathPattern).toBe('/console/api/*');
    const origin = DistributionConfig.Origins.find(({ Id }: { Id: string }) => Id === TargetOriginId);
    expect(JSON.stringify(origin.DomainName)).toContain(JSON.stringify({ Ref: idOf(dev, 'Console/Api/HttpApi') }));
  });

  it('uses resource names that include the region, because CloudFront’s names must be unique in the whole account', () => {
    const regional = { 'Fn::Join': ['', ['checkin-dev-console-', { Ref: 'AWS::Region' }]] };
    const { OriginAccessControlConfig } = onlyPropertiesOf(dev, 'AWS::CloudFront::OriginAccessControl');
    expect([headersOf(dev).Name, OriginAccessControlConfig.Name]).toEqual([regional, regional]);
    for (const { Name } of allPropertiesOf(dev, 'AWS::CloudFront::Function')) {
      expect(JSON.stringify(Name)).toContain('AWS::Region');
    }
  });

  it('neither replaces an error response nor caches a 5xx, which may be the response to another company', () => {
    const uncached = [500, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 }));
    expect(DistributionConfig.CustomErrorResponses).toStrictEqual(uncached);
  });

  it('sends the security headers with files and API responses', () => {
    const headers = { Ref: idOf(dev, 'Console/Web/Headers') };
    expect(DistributionConfig.DefaultCacheBehavior).toMatchObject({
      ResponseHeadersPolicyId: headers,
      ViewerProtocolPolicy: 'redirect-to-https',
      // The id of the managed policy CachingOptimized.
      CachePolicyId: '658327ea-f89d-4fab-a63d-7e88639e58f6',
    });
    expect(DistributionConfig.CacheBehaviors[0]).toMatchObject({ ResponseHeadersPolicyId: headers });
    expect(headersOf(dev).SecurityHeadersConfig).toMatchObject({
      ContentSecurityPolicy: { Override: true },
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY', Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, IncludeSubdomains: true, Override: true },
    });
  });

  it.each([
    [
      'Cognito’s two origins',
      dev,
      "connect-src 'self' https://cognito-idp.REGION.SUFFIX https://checkin-dev-console-UUID.auth.REGION.amazoncognito.com;",
    ],
    ['an external issuer', federated, "connect-src 'self' https://login.example.com;"],
  ])('lets pages connect only to their own origin and %s', (_, template, directive) => {
    const text = JSON.stringify(headersOf(template).SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy)
      .replaceAll('",{"Ref":"AWS::Region"},"', 'REGION')
      .replaceAll('",{"Ref":"AWS::URLSuffix"},"', 'SUFFIX')
      .replaceAll(/",\{"Fn::Select":.*?"AWS::StackId"[\]}]*,"/g, 'UUID');
    expect(text).toContain(directive);
    expect(text).toContain("default-src 'none'");
    expect(text).toContain("require-trusted-types-for 'script'");
  });
});

describe('A console on the operator’s own domain', () => {
  it('requires TLS 1.2 or later, and binds passkeys to the sign-in domain', () => {
    const domain = stages.careful.consoleDomain;
    const template = consoleTemplate('careful');
    expect(onlyPropertiesOf(template, 'AWS::CloudFront::Distribution')['DistributionConfig']).toMatchObject({
      Aliases: ['console.example.com'],
      ViewerCertificate: { AcmCertificateArn: domain.certificateArn, MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
    expect(onlyPropertiesOf(template, 'AWS::Cognito::UserPool')).toMatchObject({
      WebAuthnRelyingPartyID: domain.signInName,
    });
    expect(onlyPropertiesOf(template, 'AWS::Cognito::UserPoolDomain')).toMatchObject({ Domain: domain.signInName });
    expect(onlyPropertiesOf(template, 'AWS::Cognito::UserPoolClient')).toMatchObject({
      CallbackURLs: ['https://console.example.com/console/'],
    });
    expect(JSON.stringify(headersOf(template))).toContain('https://login.console.example.com');
  });
});

describe('The function in front of the files', () => {
  const { FunctionCode } = propertiesOf(dev, idOf(dev, 'Console/Web/PathFunction'));
  const run = (uri: string): unknown =>
    JSON.parse(
      runInNewContext(
        `${FunctionCode}; JSON.stringify(handler({ request: { uri: ${JSON.stringify(uri)} } }))`,
      ) as string,
    );

  it.each([
    ['/console/', '/console/index.html'],
    ['/console/clients', '/console/index.html'],
    ['/console/index.html', '/console/index.html'],
    ['/console/config.json', '/console/config.json'],
    ['/console/assets/main-ABCDEFGH.js', '/console/assets/main-ABCDEFGH.js'],
  ])('maps %s to the file %s', (uri, file) => {
    expect(run(uri)).toStrictEqual({ uri: file });
  });

  it.each(['/', '/console', '/favicon.ico', '/consoles/x'])('redirects %s to the console', (uri) => {
    const headers = { location: { value: '/console/' }, 'cache-control': { value: 'no-store' } };
    expect(run(uri)).toMatchObject({ statusCode: 302, headers });
  });
});

describe('The console’s files', () => {
  it('are cached for a year if their names have a hash, and revalidated otherwise', () => {
    const deployments = allPropertiesOf(dev, 'Custom::CDKBucketDeployment');
    const common = { DestinationBucketKeyPrefix: 'console', Prune: false };
    expect(deployments).toMatchObject([
      { ...common, SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' } },
      { ...common, SystemMetadata: { 'cache-control': 'no-cache' } },
    ]);
    expect(deployments.map(({ SourceObjectKeys }) => SourceObjectKeys.length as number)).toStrictEqual([1, 2]);
  });

  it('with a hash in their names are uploaded before the pages that refer to them', () => {
    const [assets, pages] = allOf(dev, 'Custom::CDKBucketDeployment');
    expect(assets?.DependsOn ?? []).toStrictEqual([]);
    expect(pages?.DependsOn?.join(' ')).toContain('ConsoleFilesAssets');
  });
});

describe('The user pool', () => {
  it('creates accounts by invitation only, and requires a second factor', () => {
    expect(onlyPropertiesOf(dev, 'AWS::Cognito::UserPool')).toMatchObject({
      UserPoolTier: 'ESSENTIALS',
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      // An address counts only when it is verified, because it decides which invitations a person can accept.
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
      MfaConfiguration: 'ON',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] } },
      WebAuthnUserVerification: 'required',
      WebAuthnFactorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION',
    });
  });

  it('sends invitations that say where to sign in', () => {
    const { EmailMessage } = onlyPropertiesOf(dev, 'AWS::Cognito::UserPool')['AdminCreateUserConfig']
      .InviteMessageTemplate;
    const [id] = idsOf(dev, 'AWS::CloudFront::Distribution');
    expect(JSON.stringify(EmailMessage)).toContain(JSON.stringify({ 'Fn::GetAtt': [id, 'DomainName'] }));
    expect(JSON.stringify(EmailMessage)).toMatch(/\/console\/ with \{username\} and the temporary password \{####\}/);
  });

  it('has the console as a public client with the code flow, which returns to the console’s address', () => {
    const client = onlyPropertiesOf(dev, 'AWS::Cognito::UserPoolClient');
    expect(client).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthFlowsUserPoolClient: true,
      SupportedIdentityProviders: ['COGNITO'],
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
      WriteAttributes: ['nickname'],
      AccessTokenValidity: 60,
      RefreshTokenValidity: 12 * 60,
    });
    const [id] = idsOf(dev, 'AWS::CloudFront::Distribution');
    const home = { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [id, 'DomainName'] }, '/console/']] };
    expect(client).toMatchObject({ CallbackURLs: [home], LogoutURLs: [home] });
    expect(JSON.stringify(client['AllowedOAuthScopes'])).toContain('/admin');
    expect(onlyPropertiesOf(dev, 'AWS::Cognito::UserPoolResourceServer')).toMatchObject({
      Identifier: 'checkin-console',
      Scopes: [{ ScopeName: 'admin' }],
    });
    expect(onlyPropertiesOf(dev, 'AWS::Cognito::UserPoolDomain')).toMatchObject({ ManagedLoginVersion: 2 });
    expect(onlyPropertiesOf(dev, 'AWS::Cognito::ManagedLoginBranding')).toMatchObject({
      UseCognitoProvidedValues: true,
    });
  });
});

describe('The console’s API', () => {
  it('accepts only the issuer’s access tokens with the console’s scope', () => {
    const client = { Ref: idOf(dev, 'Console/Users/Pool/ConsoleClient') };
    expect(onlyPropertiesOf(dev, 'AWS::ApiGatewayV2::Authorizer')).toMatchObject({
      AuthorizerType: 'JWT',
      IdentitySource: ['$request.header.Authorization'],
      JwtConfiguration: {
        Audience: [client],
        Issuer: { 'Fn::Join': ['', expect.arrayContaining([{ Ref: idOf(dev, 'Console/Users/Pool') }])] },
      },
    });
    expect(onlyPropertiesOf(federated, 'AWS::ApiGatewayV2::Authorizer')).toMatchObject({
      JwtConfiguration: { Audience: ['checkin'], Issuer: 'https://login.example.com/realms/staff' },
    });
    expect(
      propertiesOf(federated, idOf(federated, 'console/functions/adminFunction'))['Environment'].Variables,
    ).toMatchObject({
      CONSOLE_ISSUER: 'https://login.example.com/realms/staff',
      CONSOLE_AUDIENCE: 'checkin',
    });
    expect(readConsoleConfig('full')).toMatchObject({
      issuer: 'https://login.example.com/realms/staff',
      clientId: 'console',
      scope: 'openid email api://console/checkin-console/admin',
    });
    expect(onlyPropertiesOf(dev, 'AWS::ApiGatewayV2::Route')).toMatchObject({
      RouteKey: 'ANY /console/api/{proxy+}',
      AuthorizationType: 'JWT',
      AuthorizationScopes: ['checkin-console/admin'],
    });
  });

  it('is throttled and logs its requests', () => {
    expect(onlyPropertiesOf(dev, 'AWS::ApiGatewayV2::Stage')).toMatchObject({
      RouteSettings: { 'ANY /console/api/{proxy+}': { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 } },
      AccessLogSettings: expect.any(Object),
    });
  });
});

describe('The stack', () => {
  it('has the outputs about the console that people and the command line read', () => {
    const outputs = ['ConsoleClientId', 'ConsoleIssuer', 'ConsoleUrl'];
    expect(sorted(Object.keys(dev.Outputs))).toStrictEqual([...outputs, 'ConsoleUserPoolId']);
    // With an external issuer there is no user pool.
    expect(sorted(Object.keys(federated.Outputs))).toStrictEqual(outputs);
    expect(allOf(federated, 'AWS::Cognito::UserPool')).toStrictEqual([]);
  });

  it('has no part of the console if the setting console is off', () => {
    expect(consoleTemplate('forSam')).toMatchObject({ Resources: {}, Outputs: {} });
  });
});

describe('mailFrom', () => {
  it('sends invitations through SES instead of Cognito’s own sender', () => {
    const [{ EmailConfiguration } = {}] = allPropertiesOf(consoleTemplate('careful'), 'AWS::Cognito::UserPool');
    expect(EmailConfiguration).toMatchObject({ EmailSendingAccount: 'DEVELOPER', From: 'checkin@example.com' });
    expect(readable(EmailConfiguration.SourceArn)).toBe(
      'arn:AWS::Partition:ses:AWS::Region:AWS::AccountId:identity/example.com',
    );
    expect(onlyPropertiesOf(dev, 'AWS::Cognito::UserPool')).not.toHaveProperty('EmailConfiguration');
  });
});
