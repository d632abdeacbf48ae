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
    const { consoleDomain: domain, consoleIssuer, consoleClientId = '', consoleAudience } = settings;
    const origins =
      consoleIssuer === undefined ? signInOrigins(this, domain?.signInName) : [new URL(consoleIssuer).origin];
    const web = new ConsoleDistribution(this, 'Web', {
      files: bucket,
      apiHost: `${api.apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`,
      contentSecurityPolicy: contentSecurityPolicy(origins),
      domain,
    });
    const userPool =
      consoleIssuer === undefined ? new UserPool(this, 'Users', { settings, url: web.url, domain }) : undefined;
    const { issuer, clientId } = userPool ?? { issuer: consoleIssuer ?? '', clientId: consoleClientId };
    // Cognito's access tokens name the client in `client_id` and have no `aud`.
    const audience = userPool ? clientId : (consoleAudience ?? clientId);
    this.admin = makeFunction(new Construct(this, 'Functions'), 'admin', settings, {
      ...capabilities,
      resources: userPool
        ? { consoleUserPool: { name: userPool.pool.userPoolId, arns: [userPool.pool.userPoolArn] } }
        : {},
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
      ...(userPool && { ConsoleUserPoolId: userPool.pool.userPoolId }),
    };
  }
}
