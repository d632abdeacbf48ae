import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as gateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { RouteId } from '../../../shared/routes.ts';
import { suppressNag } from '../suppress-nag.ts';
import type { StageSettings } from '../stage-settings.ts';
import { ApiDomain } from './api-domain.ts';
import { capitalise } from './capitalise.ts';

export interface RouteDefinition {
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
}

export type RouteDefinitions = Readonly<Record<RouteId, RouteDefinition>>;

interface HttpApiProps {
  readonly routes: RouteDefinitions;
  readonly settings: StageSettings;
}

/** What API Gateway itself knows of a request; nothing that a caller could put a token in. */
const accessLogLine = {
  requestId: '$context.requestId',
  requestTime: '$context.requestTime',
  routeKey: '$context.routeKey',
  status: '$context.status',
  responseLatency: '$context.responseLatency',
  integrationLatency: '$context.integrationLatency',
  integrationStatus: '$context.integrationStatus',
  integrationError: '$context.integrationErrorMessage',
  errorType: '$context.error.responseType',
  sourceIp: '$context.identity.sourceIp',
};

/** What a page may read of an answer beside the fields that any page may (Fetch, CORS-safelisted response-header names). */
const exposedHeaders = ['apigw-requestid', 'retry-after', 'www-authenticate', 'x-request-id'];

const keyOf = ({ method, path }: RouteDefinition): string => `${method} ${path}`;

const toCorsPreflight = (routes: RouteDefinitions, { corsOrigins }: StageSettings) =>
  corsOrigins.length > 0 && {
    corsPreflight: {
      allowOrigins: corsOrigins,
      allowMethods: [...new Set(Object.values(routes).map(({ method }) => gateway.CorsHttpMethod[method]))],
      allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
      exposeHeaders: exposedHeaders,
      maxAge: Duration.hours(1),
    },
  };

/** The HTTP operations, on the root of one address: throttled one by one, and each request logged. */
export class HttpApi extends Construct {
  readonly api: gateway.HttpApi;
  /** Where the service answers: no slash at the end. */
  readonly url: string;
  /** Under the names that the stack tells them by. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly #routes: RouteDefinitions;
  readonly #stage: gateway.HttpStage;

  constructor(scope: Construct, id: string, { routes, settings }: HttpApiProps) {
    super(scope, id);
    const domain = settings.customDomain && new ApiDomain(this, 'Domain', settings.customDomain);
    this.#routes = routes;
    this.api = new gateway.HttpApi(this, 'HttpApi', {
      // What the console lists it under; several APIs may have one name.
      apiName: Stack.of(this).stackName,
      createDefaultStage: false,
      disableExecuteApiEndpoint: domain !== undefined,
      ...toCorsPreflight(routes, settings),
    });
    this.url = domain?.url ?? this.api.apiEndpoint;
    this.outputs = { ApiUrl: this.url, ...(domain && { ApiDomainTarget: domain.target }) };
    this.#stage = this.#makeStage(settings, domain);
    suppressNag(this, {
      'Serverless-APIGWDefaultThrottling': 'Every route has throttling of its own, and there are no others.',
      'AwsSolutions-APIG4':
        'The functions check the credentials and the tokens themselves: an authorizer would read the same client once more.',
    });
  }

  /** Answers a route with a function. */
  addRoute(id: RouteId, handler: IFunction): void {
    const { method, path } = this.#routes[id];
    const added = this.api.addRoutes({
      path,
      methods: [gateway.HttpMethod[method]],
      integration: new HttpLambdaIntegration(capitalise(id), handler, {
        payloadFormatVersion: gateway.PayloadFormatVersion.VERSION_2_0,
      }),
    });
    // A stage cannot throttle a route that is not there yet.
    this.#stage.node.addDependency(...added);
  }

  #makeStage({ keepData, logRetentionDays, throttles }: StageSettings, domain?: ApiDomain): gateway.HttpStage {
    const removalPolicy = keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    const accessLog = new LogGroup(this, 'AccessLog', { retention: logRetentionDays, removalPolicy });
    const stage = new gateway.HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      accessLogSettings: {
        destination: new gateway.LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(JSON.stringify(accessLogLine)),
      },
      ...(domain && { domainMapping: { domainName: domain.domainName } }),
    });
    const toRouteSettings = ([id, { requestsPerSecond, burst }]: [string, StageSettings['throttles'][RouteId]]) => [
      keyOf(this.#routes[id as RouteId]),
      { ThrottlingRateLimit: requestsPerSecond, ThrottlingBurstLimit: burst },
    ];
    const routeSettings = Object.fromEntries(Object.entries(throttles).map(toRouteSettings));
    (stage.node.defaultChild as gateway.CfnStage).routeSettings = routeSettings;
    return stage;
  }
}
