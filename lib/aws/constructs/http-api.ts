import { Aws, Duration, Stack } from 'aws-cdk-lib/core';
import * as gateway from 'aws-cdk-lib/aws-apigatewayv2';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { routeKeyOf, routes, type RouteId } from '../../../shared/routes.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { Capabilities } from '../grant-needs.ts';
import { ApiDomain } from './api-domain.ts';
import { ApiFront } from './api-front.ts';
import { addFunctionRoutes, makeApiStage } from './api-stage.ts';
import { RouteCounts, type RouteCount } from './route-counts.ts';
import { capitalise } from './capitalise.ts';

interface HttpApiProps {
  readonly settings: StageSettings;
  /** Encrypts the access log. Default: CloudWatch's own key. */
  readonly key?: IKey | undefined;
}

/** Response headers that a page may read in addition to the CORS-safelisted ones (Fetch standard). */
const exposedHeaders = ['apigw-requestid', 'retry-after', 'www-authenticate', 'x-request-id'];

const toCorsPreflight = ({ corsOrigins }: StageSettings) =>
  corsOrigins.length > 0 && {
    corsPreflight: {
      allowOrigins: corsOrigins,
      allowMethods: [...new Set(Object.values(routes).map(({ method }) => gateway.CorsHttpMethod[method]))],
      allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
      exposeHeaders: exposedHeaders,
      maxAge: Duration.hours(1),
    },
  };

/** The gates' API. Its routes start at the root of its host name. */
export class HttpApi extends Construct {
  readonly api: gateway.HttpApi;
  /** The base URL, without a slash at the end. */
  readonly url: string;
  readonly front: Capabilities['front'];
  /** The stack's outputs about the API, by name. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly #counts: RouteCounts;
  readonly #stage: gateway.HttpStage;

  constructor(scope: Construct, id: string, { settings, key }: HttpApiProps) {
    super(scope, id);
    const domain = settings.customDomain && new ApiDomain(this, 'Domain', settings.customDomain);
    this.api = new gateway.HttpApi(this, 'HttpApi', {
      // The AWS console lists the API by this name. Names need not be unique.
      apiName: Stack.of(this).stackName,
      createDefaultStage: false,
      // CloudFront calls the address that API Gateway generates.
      disableExecuteApiEndpoint:
        domain !== undefined && !settings.apiFront && settings.customDomain?.keepGeneratedAddress !== true,
      ...toCorsPreflight(settings),
    });
    const { apiFront } = settings;
    const apiHost = `${this.api.apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;
    const front = apiFront && new ApiFront(this, 'Front', { settings: apiFront, apiHost, key });
    this.url = front?.url ?? domain?.url ?? this.api.apiEndpoint;
    this.front = front && { originSecret: front.originSecret, keepDirectCalls: apiFront?.keepDirectCalls };
    const target = front?.target ?? domain?.target;
    this.outputs = { ApiUrl: this.url, ...(target !== undefined && { ApiDomainTarget: target }) };
    const throttles = Object.entries(settings.throttles) as [RouteId, StageSettings['throttles'][RouteId]][];
    const { stage, accessLog } = makeApiStage(this, {
      api: this.api,
      settings,
      throttles: Object.fromEntries(throttles.map(([route, throttle]) => [routeKeyOf(route), throttle])),
      domainName: domain?.domainName,
      logKey: key,
    });
    this.#stage = stage;
    this.#counts = new RouteCounts(this, 'Counts', accessLog);
  }

  /** Returns the metric of each route that counts its responses over a period (default: 5 minutes). */
  countByRoute(name: RouteCount, period = Duration.minutes(5)): Readonly<Record<RouteId, Metric>> {
    const ids = Object.keys(routes) as RouteId[];
    const count = (id: RouteId) => [id, this.#counts.metric(name, routeKeyOf(id), period).with({ label: id })];
    return Object.fromEntries(ids.map(count)) as Record<RouteId, Metric>;
  }

  addRoute(id: RouteId, handler: IFunction): void {
    const { method, path } = routes[id];
    const methods = [gateway.HttpMethod[method]];
    addFunctionRoutes({ api: this.api, stage: this.#stage, id: capitalise(id), handler, path, methods });
  }
}
