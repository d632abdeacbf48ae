import { AssetHashType, DockerImage, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Grant, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { join } from 'node:path';
import { consoleDeadline, requestDeadline, syncDeadline } from '../../../shared/rules/deadline.ts';
import { routes } from '../../../shared/routes.ts';
import { bundleFunction, directoryOf, HANDLER, PROJECT_DIRECTORY } from '../bundling.ts';
import {
  functionPermissions,
  isServiceFunction,
  type FunctionName,
  type ServiceFunctionName,
} from '../function-permissions.ts';
import { grantPermissions, type Capabilities } from '../grant-permissions.ts';
import type { StageSettings } from '../stage-settings.ts';
import { capitalise } from './capitalise.ts';
import { removalOfData } from './kept-data.ts';

export interface ServiceFunction {
  readonly function: lambda.Function;
  /** Each deployment moves the alias to a new version. Undefined if callers call the newest code. */
  readonly alias: lambda.Alias | undefined;
  /** The target for callers: the alias, if there is one. */
  readonly entry: lambda.IFunction;
  readonly role: Role;
}

export const ALIAS_NAME = 'live';

/** No caller waits for a function that reads a stream, and SNS or EventBridge can be slow for a batch of 100. */
const STREAM_TIMEOUT_MILLISECONDS = 60_000;

/** No caller waits for housekeeping, and thousands of clients can be due at once. */
const HOUSEKEEPING_TIMEOUT_MILLISECONDS = 300_000;

const descriptions: Readonly<Record<FunctionName, string>> = {
  auth: 'Issues the first token set to an API client.',
  refresh: 'Issues a new token set for a refresh token.',
  checkin: 'Checks a user in to every open booking.',
  batch: 'Performs the check-ins that a reader stored while it was offline.',
  sync: 'Creates, changes and removes users and bookings for a booking or HR system.',
  push: 'Sends a push for each check-in that asks for one.',
  events: 'Publishes booking changes and audit log entries to the event bus.',
  housekeeping: 'Reports silent API clients and expiring secrets, and deletes leftover data of removed users.',
  admin: "Serves the console's API.",
};

/** Timeouts of functions that do not have the timeout of a request. */
const timeouts: Readonly<Partial<Record<FunctionName, number>>> = {
  sync: syncDeadline.functionTimeoutMilliseconds,
  push: STREAM_TIMEOUT_MILLISECONDS,
  events: STREAM_TIMEOUT_MILLISECONDS,
  housekeeping: HOUSEKEEPING_TIMEOUT_MILLISECONDS,
  admin: consoleDeadline.functionTimeoutMilliseconds,
};

/** Bundles a function with {@link bundleFunction}, which the tests of the bundles also use. */
const bundledCode = (name: FunctionName): lambda.Code =>
  lambda.Code.fromAsset(join(PROJECT_DIRECTORY, directoryOf(name)), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // The type requires an image, which is never used, because the bundling runs on this machine.
      image: DockerImage.fromRegistry('none'),
      local: {
        tryBundle: (outputDirectory) => {
          bundleFunction(name, outputDirectory);
          return true;
        },
      },
    },
  });

const architectures = { arm64: lambda.Architecture.ARM_64, x86_64: lambda.Architecture.X86_64 };

/** Makes a role that may write the function's logs. {@link grantPermissions} adds the other permissions. */
const makeRole = (scope: Construct, id: string, logGroup: LogGroup): Role => {
  const role = new Role(scope, id, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  const actions = ['logs:CreateLogStream', 'logs:PutLogEvents'];
  Grant.addToPrincipal({ grantee: role, actions, resourceArns: [logGroup.logGroupArn] });
  return role;
};

const isBehindApi = (name: FunctionName): boolean =>
  name === 'admin' || Object.values(routes).some(({ functionName }) => functionName === name);

/** Makes the alias that callers call, so that a deployment can move their calls to a new version gradually, and back. */
const makeAlias = (scope: Construct, name: FunctionName, version: lambda.IVersion, settings: StageSettings) => {
  // The setting has no member for functions without an alias.
  const provisioned: { readonly [Name in FunctionName]?: number | undefined } = settings.provisionedConcurrency;
  return new lambda.Alias(scope, `${capitalise(name)}Live`, {
    aliasName: ALIAS_NAME,
    version,
    provisionedConcurrentExecutions: provisioned[name],
  });
};

/** Makes a Lambda function with its log group, its role and, if it is behind an API, its alias `live`. */
export const makeFunction = (
  scope: Construct,
  name: FunctionName,
  settings: StageSettings,
  capabilities: Capabilities,
): ServiceFunction => {
  const prefix = capitalise(name);
  const logGroup = new LogGroup(scope, `${prefix}Logs`, {
    encryptionKey: capabilities.key,
    retention: settings.logRetentionDays,
    removalPolicy: removalOfData(settings),
  });
  const role = makeRole(scope, `${prefix}Role`, logGroup);
  const lambdaFunction = new lambda.Function(scope, `${prefix}Function`, {
    description: descriptions[name],
    code: bundledCode(name),
    handler: HANDLER,
    runtime: lambda.Runtime.NODEJS_24_X,
    architecture: architectures[settings.architecture],
    memorySize: settings.memoryMegabytes,
    timeout: Duration.millis(timeouts[name] ?? requestDeadline.functionTimeoutMilliseconds),
    reservedConcurrentExecutions: settings.reservedConcurrency[name],
    role,
    logGroup,
    loggingFormat: lambda.LoggingFormat.JSON,
    // A higher level would drop the metrics, which are log lines of level INFO.
    applicationLogLevelV2: lambda.ApplicationLogLevel.INFO,
    // Drops the START and REPORT lines of successful calls, which metrics cover. Time-outs and crashes are still logged.
    systemLogLevelV2: lambda.SystemLogLevel.WARN,
    tracing: settings.tracing ? lambda.Tracing.ACTIVE : lambda.Tracing.DISABLED,
    environment: {
      ...grantPermissions(role, functionPermissions[name], capabilities),
      // The service name in logs and metrics (shared/logger.ts): two stages in one account are counted separately.
      POWERTOOLS_SERVICE_NAME: Stack.of(scope).stackName,
      ...(settings.awsEndpointUrl !== undefined && { AWS_ENDPOINT_URL: settings.awsEndpointUrl }),
    },
    // The previous version stays, so that a rollback can move the alias back to it. But a version whose release fails is deleted.
    // Otherwise the same commit could not be deployed again, because Lambda publishes nothing for unchanged code (aws-cdk#10274).
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
  });
  // Streams and schedules call the newest code. So does SAM (awsEndpointUrl is set), which cannot call an alias.
  const hasAlias = isBehindApi(name) && settings.awsEndpointUrl === undefined;
  const alias = hasAlias ? makeAlias(scope, name, lambdaFunction.currentVersion, settings) : undefined;
  return { function: lambdaFunction, role, alias, entry: alias ?? lambdaFunction };
};

export const makeFunctions = (
  scope: Construct,
  settings: StageSettings,
  capabilities: Capabilities,
): Readonly<Record<ServiceFunctionName, ServiceFunction>> => {
  const names = (Object.keys(functionPermissions) as FunctionName[]).filter(isServiceFunction);
  const functions = names.map((name) => [name, makeFunction(scope, name, settings, capabilities)] as const);
  return Object.fromEntries(functions) as Record<ServiceFunctionName, ServiceFunction>;
};

/**
 * Moves the aliases to new versions step by step. Creates nothing if the setting is `AllAtOnce`.
 * @param alarms while one of them is on, no traffic is moved to a new version, and moved traffic is moved back
 */
export const deployGradually = (
  scope: Construct,
  { trafficShift }: StageSettings,
  functions: readonly ServiceFunction[],
  alarms: Alarm[],
): void => {
  const aliases = functions.flatMap(({ alias }) => alias ?? []);
  if (trafficShift === 'AllAtOnce' || aliases.length === 0) return;
  const application = new LambdaApplication(scope, 'Application');
  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
  const name = `CodeDeployDefault.Lambda${trafficShift}`;
  const deploymentConfig = LambdaDeploymentConfig.fromLambdaDeploymentConfigName(scope, 'Config', name);
  for (const alias of aliases) {
    // An alarm on a new version must exist before traffic moves to that version.
    alias.node.addDependency(...alarms);
    new LambdaDeploymentGroup(scope, alias.node.id, { alias, application, role, deploymentConfig, alarms });
  }
};
