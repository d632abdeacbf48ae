import { Stack } from 'aws-cdk-lib/core';
import * as gateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { CONSOLE_API_PATH, CONSOLE_SCOPE } from '../../../shared/console-api/routes.ts';
import type { StageSettings } from '../stage-settings.ts';
import { addFunctionRoutes, makeApiStage } from './api-stage.ts';
import { consoleName } from './unique-names.ts';

const PATH = `${CONSOLE_API_PATH}/{proxy+}`;

/**
 * The console's HTTP API. It has a single route, because one function serves all requests. Before API Gateway calls the
 * function, it rejects requests that have no access token of the issuer. The function checks the token again.
 */
export class ConsoleApi extends Construct {
  readonly api: gateway.HttpApi;
  /** Host name, without `https://`. */
  readonly host: string;
  readonly #stage: gateway.HttpStage;

  constructor(scope: Construct, id: string, settings: StageSettings, logKey: IKey | undefined) {
    super(scope, id);
    const { region, urlSuffix } = Stack.of(this);
    this.api = new gateway.HttpApi(this, 'HttpApi', { apiName: consoleName(this), createDefaultStage: false });
    this.host = `${this.api.apiId}.execute-api.${region}.${urlSuffix}`;
    const throttles = { [`ANY ${PATH}`]: settings.consoleThrottle };
    this.#stage = makeApiStage(this, { api: this.api, name: consoleName(this), settings, logKey, throttles }).stage;
  }

  /**
   * Connects the API to its function. The API accepts only access tokens of this issuer.
   * @param audience `aud` of the tokens or, with Cognito, `client_id`
   */
  connect(handler: IFunction, issuer: string, audience: string): void {
    addFunctionRoutes({
      api: this.api,
      stage: this.#stage,
      id: 'Admin',
      handler,
      path: PATH,
      methods: [gateway.HttpMethod.ANY],
      authorizer: new HttpJwtAuthorizer('SignIn', issuer, { jwtAudience: [audience] }),
      authorizationScopes: [CONSOLE_SCOPE],
    });
  }
}
