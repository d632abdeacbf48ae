import { Aws } from 'aws-cdk-lib/core';
import * as gateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { CONSOLE_API_PATH, CONSOLE_SCOPE } from '../../../shared/console-api/routes.ts';
import { contentSecurityPolicy } from '../../../shared/console-api/security-headers.ts';
import type { Capabilities } from '../grant-permissions.ts';
import type { StageSettings } from '../stage-settings.ts';
import { addFunctionRoutes, makeApiStage } from './api-stage.ts';
import { ConsoleDistribution } from './console-distribution.ts';
import { deployConsoleFiles, makeConsoleBucket, type ConsoleFile } from './console-files.ts';
import { makeFunction, type ServiceFunction } from './service-function.ts';
import { consoleName } from './unique-names.ts';
import { signInOrigins, UserPool } from './user-pool.ts';

const API_PATH = `${CONSOLE_API_PATH}/{proxy+}`;

interface ConsoleProps {
  readonly settings: StageSettings;
  /** What the function `admin` may use of the service. */
  readonly capabilities: Capabilities;
  /** The output of the console's build. */
  readonly files: readonly ConsoleFile[];
  /** The base URL of the gates' API. */
  readonly apiUrl: string;
}

/** The issuer in the settings, which replaces the Cognito user pool. {@link readStage} has checked that it has a client id. */
const readOwnIssuer = ({ consoleIssuer: issuer, consoleClientId: clientId, consoleAudience }: StageSettings) =>
  issuer !== undefined && clientId !== undefined
    ? { issuer, clientId, audience: consoleAudience ?? clientId }
    : undefined;

/** The web console: its pages, its API and the accounts of its users. */
export class Console extends Construct {
  readonly api: gateway.HttpApi;
  readonly distribution: Distribution;
  readonly admin: ServiceFunction;
  /** The stack's outputs about the console, by name. */
  readonly outputs: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { settings, capabilities, files, apiUrl }: ConsoleProps) {
    super(scope, id);
    const { key } = capabilities;
    const name = consoleName(this);
    const apiScope = new Construct(this, 'Api');
    const api = new gateway.HttpApi(apiScope, 'HttpApi', { apiName: name, createDefaultStage: false });
    const throttles = { [`ANY ${API_PATH}`]: settings.consoleThrottle };
    const { stage } = makeApiStage(apiScope, { api, name, settings, logKey: key, throttles });
    const bucket = makeConsoleBucket(this, 'Bucket');
    const { consoleDomain: domain } = settings;
    const ownIssuer = readOwnIssuer(settings);
    const origins = ownIssuer ? [new URL(ownIssuer.issuer).origin] : signInOrigins(this, domain?.signInName);
    const web = new ConsoleDistribution(this, 'Web', {
      files: bucket,
      apiHost: `${api.apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`,
      contentSecurityPolicy: contentSecurityPolicy(origins),
      domain,
    });
    const signIn = ownIssuer ?? new UserPool(this, 'Users', { settings, url: web.url, domain });
    const { issuer, clientId, audience } = signIn;
    const pool = 'pool' in signIn ? signIn.pool : undefined;
    this.admin = makeFunction(new Construct(this, 'Functions'), 'admin', settings, {
      ...capabilities,
      resources: pool ? { consoleUserPool: { name: pool.userPoolId, arns: [pool.userPoolArn] } } : {},
      settings: { ...capabilities.settings, consoleIssuer: issuer, consoleAudience: audience },
    });
    // One route, because one function serves all requests. API Gateway rejects requests without an access token of the issuer, and
    // the function checks the token again.
    addFunctionRoutes({
      api,
      stage,
      id: 'Admin',
      handler: this.admin.entry,
      path: API_PATH,
      methods: [gateway.HttpMethod.ANY],
      authorizer: new HttpJwtAuthorizer('SignIn', issuer, { jwtAudience: [audience] }),
      authorizationScopes: [CONSOLE_SCOPE],
    });
    const config = { issuer, clientId, apiUrl, ...(settings.consoleScope && { scope: settings.consoleScope }) };
    deployConsoleFiles(new Construct(this, 'Files'), { bucket, files, config, logKey: key });
    this.api = api;
    this.distribution = web.distribution;
    this.outputs = {
      ConsoleUrl: `${web.url}/console/`,
      ...(domain && { ConsoleDomainTarget: web.distribution.distributionDomainName }),
      ConsoleIssuer: issuer,
      ConsoleClientId: clientId,
      ...(pool && { ConsoleUserPoolId: pool.userPoolId }),
    };
  }
}
