import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as gateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import { removalOfData } from './kept-data.ts';
import { uniquePart } from './unique-names.ts';

type Throttle = StageSettings['throttles']['auth'];

interface ApiStageProps {
  readonly api: gateway.HttpApi;
  /** Names the log. */
  readonly name: string;
  readonly settings: StageSettings;
  /** Throttles by route key, such as `POST /auth`. */
  readonly throttles: Readonly<Record<string, Throttle>>;
  readonly domainName?: gateway.IDomainName | undefined;
  /** Encrypts the log. Default: CloudWatch's own key. */
  readonly logKey: IKey | undefined;
}

/** The fields of the access log. Headers, queries and bodies are left out, because they can contain tokens. */
export const accessLogLine = {
  requestId: '$context.requestId',
  requestTime: '$context.requestTime',
  // Shows which address a client uses, if the API has two.
  host: '$context.domainName',
  routeKey: '$context.routeKey',
  status: '$context.status',
  responseLatency: '$context.responseLatency',
  integrationLatency: '$context.integrationLatency',
  integrationStatus: '$context.integrationStatus',
  integrationError: '$context.integrationErrorMessage',
  errorType: '$context.error.responseType',
  sourceIp: '$context.identity.sourceIp',
};

const toRouteSettings = ([key, { requestsPerSecond, burst }]: [string, Throttle]) => [
  key,
  { ThrottlingRateLimit: requestsPerSecond, ThrottlingBurstLimit: burst },
];

/** Makes the stage `$default` of an HTTP API, which logs every request and throttles each route separately. */
export const makeApiStage = (
  scope: Construct,
  props: ApiStageProps,
): { readonly stage: gateway.HttpStage; readonly accessLog: LogGroup } => {
  const { api, name, settings, throttles, domainName, logKey } = props;
  const accessLog = new LogGroup(scope, 'AccessLog', {
    // With this prefix, the group does not need its own statement in the account's log delivery policy, whose length is limited.
    logGroupName: `/aws/vendedlogs/${name}-${uniquePart()}/access`,
    encryptionKey: logKey,
    retention: settings.logRetentionDays,
    removalPolicy: removalOfData(settings),
  });
  const stage = new gateway.HttpStage(scope, 'Stage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    accessLogSettings: {
      destination: new gateway.LogGroupLogDestination(accessLog),
      format: AccessLogFormat.custom(JSON.stringify(accessLogLine)),
    },
    ...(domainName && { domainMapping: { domainName } }),
  });
  (stage.node.defaultChild as gateway.CfnStage).routeSettings = Object.fromEntries(
    Object.entries(throttles).map(toRouteSettings),
  );
  return { stage, accessLog };
};

interface FunctionRoutes extends Omit<gateway.AddRoutesOptions, 'integration'> {
  readonly api: gateway.HttpApi;
  readonly stage: gateway.HttpStage;
  /** The id of the integration. */
  readonly id: string;
  readonly handler: IFunction;
}

/** Adds routes that call a function. */
export const addFunctionRoutes = ({ api, stage, id, handler, ...options }: FunctionRoutes): void => {
  const integration = new HttpLambdaIntegration(id, handler, {
    payloadFormatVersion: gateway.PayloadFormatVersion.VERSION_2_0,
  });
  // A stage cannot throttle a route that does not exist yet.
  stage.node.addDependency(...api.addRoutes({ ...options, integration }));
};
