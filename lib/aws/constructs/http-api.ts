import { Duration, Stack } from 'aws-cdk-lib/core';
import * as gateway from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { routeKeyOf, routes, type RouteId } from '../../../shared/routes.ts';
import type { StageSettings } from '../stage-settings.ts';
import { addFunctionRoutes, makeApiStage } from './api-stage.ts';
import { capitalise } from './capitalise.ts';

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

/** Makes the operator's own domain for the API. */
const makeDomain = (scope: Construct, settings: NonNullable<StageSettings['customDomain']>): gateway.DomainName =>
  new gateway.DomainName(scope, 'Name', {
    domainName: settings.name,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', settings.certificateArn),
    endpointType: gateway.EndpointType.REGIONAL,
    securityPolicy: gateway.SecurityPolicy.TLS_1_2,
  });

/** The gates' API. Its routes start at the root of its host name. */
export class HttpApi extends Construct {
  readonly api: gateway.HttpApi;
  /** The base URL, without a slash at the end. */
  readonly url: string;
  /** The stack's outputs about the API, by name. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly accessLog: ILogGroup;
  readonly #stage: gateway.HttpStage;

  /** @param key encrypts the access log. Default: CloudWatch's own key */
  constructor(scope: Construct, id: string, settings: StageSettings, key: IKey | undefined) {
    super(scope, id);
    const { customDomain } = settings;
    const domain = customDomain && makeDomain(new Construct(this, 'Domain'), customDomain);
    this.api = new gateway.HttpApi(this, 'HttpApi', {
      // The AWS console lists the API by this name. Names need not be unique.
      apiName: Stack.of(this).stackName,
      createDefaultStage: false,
      disableExecuteApiEndpoint: customDomain !== undefined && customDomain.keepGeneratedAddress !== true,
      ...toCorsPreflight(settings),
    });
    this.url = customDomain ? `https://${customDomain.name}` : this.api.apiEndpoint;
    // What the operator's DNS record must point to.
    const target = domain?.regionalDomainName;
    this.outputs = { ApiUrl: this.url, ...(target !== undefined && { ApiDomainTarget: target }) };
    const throttles = Object.entries(settings.throttles) as [RouteId, StageSettings['throttles'][RouteId]][];
    const { stage, accessLog } = makeApiStage(this, {
      api: this.api,
      name: Stack.of(this).stackName,
      settings,
      throttles: Object.fromEntries(throttles.map(([route, throttle]) => [routeKeyOf(route), throttle])),
      domainName: domain,
      logKey: key,
    });
    this.#stage = stage;
    this.accessLog = accessLog;
  }

  addRoute(id: RouteId, handler: IFunction): void {
    const { method, path } = routes[id];
    const methods = [gateway.HttpMethod[method]];
    addFunctionRoutes({ api: this.api, stage: this.#stage, id: capitalise(id), handler, path, methods });
  }
}
