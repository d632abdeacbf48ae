import { Stack } from 'aws-cdk-lib/core';
import * as gateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { CONSOLE_API_PATH, CONSOLE_SCOPE } from '../../../shared/console-api/routes.ts';
import { suppressNag } from '../suppress-nag.ts';
import type { StageSettings } from '../stage-settings.ts';
import { makeApiStage } from './api-stage.ts';
import { addPermissionFirst } from './add-permission-first.ts';
import type { ConsoleSignIn } from './console-sign-in.ts';

/**
 * The console's HTTP API. It has a single route, because one function serves all requests. API Gateway rejects requests without
 * an access token of the issuer before the function is called; the function checks the token again.
 */
export class ConsoleApi extends Construct {
  readonly api: gateway.HttpApi;
  /** Host name, without `https://`. */
  readonly host: string;
  readonly #settings: StageSettings;
  readonly #key: IKey | undefined;

  constructor(scope: Construct, id: string, settings: StageSettings, key: IKey | undefined) {
    super(scope, id);
    this.#key = key;
    this.#settings = settings;
    const { stackName, region, urlSuffix } = Stack.of(this);
    this.api = new gateway.HttpApi(this, 'HttpApi', { apiName: stackName, createDefaultStage: false });
    this.host = `${this.api.apiId}.execute-api.${region}.${urlSuffix}`;
    suppressNag(this, {
      'Serverless-APIGWDefaultThrottling': 'Every route has its own throttle, and there are no other routes.',
    });
  }

  /** Connects the API to its function, for the accounts of `signIn`. */
  connect(handler: IFunction, { issuer, audience }: ConsoleSignIn): void {
    const path = `${CONSOLE_API_PATH}/{proxy+}`;
    const routes = this.api.addRoutes({
      path,
      methods: [gateway.HttpMethod.ANY],
      authorizer: new HttpJwtAuthorizer('SignIn', issuer, { jwtAudience: [audience] }),
      authorizationScopes: [CONSOLE_SCOPE],
      integration: new HttpLambdaIntegration('Admin', handler, {
        payloadFormatVersion: gateway.PayloadFormatVersion.VERSION_2_0,
      }),
    });
    const { stage } = makeApiStage(this, {
      api: this.api,
      settings: this.#settings,
      logKey: this.#key,
      throttles: { [`ANY ${path}`]: this.#settings.consoleThrottle },
    });
    // A stage cannot throttle a route that does not exist yet.
    stage.node.addDependency(...routes);
    for (const route of routes) addPermissionFirst(route);
  }
}
