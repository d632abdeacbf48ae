import { AssetHashType, DockerImage, Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import { Grant, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { join } from 'node:path';
import { suppressNag } from '../suppress-nag.ts';
import { bundleFunction, directoryOf, HANDLER, PROJECT_DIRECTORY } from '../bundling.ts';
import type { FunctionName } from '../function-needs.ts';
import type { StageSettings } from '../stage-settings.ts';
import { capitalise } from './capitalise.ts';
import { removalOfData } from './kept-data.ts';

interface ServiceFunctionProps {
  readonly name: FunctionName;
  readonly description: string;
  readonly settings: StageSettings;
  readonly timeoutMilliseconds: number;
  readonly environment: Readonly<Record<string, string>>;
  /** Encrypts the log. Default: CloudWatch's own key. */
  readonly logKey: IKey | undefined;
  /** Whether callers go through an alias. */
  readonly hasAlias: boolean;
}

export interface ServiceFunction {
  readonly function: lambda.Function;
  /** Each deployment moves the alias to a new version. Undefined if callers call the newest code. */
  readonly alias: lambda.Alias | undefined;
  /** The target for callers: the alias, if there is one. */
  readonly entry: lambda.IFunction;
  readonly role: Role;
}

export const ALIAS_NAME = 'live';

/** Bundles a function with {@link bundleFunction}, like the tests of the bundles. */
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

const makeLogGroup = (
  scope: Construct,
  id: string,
  settings: StageSettings,
  encryptionKey: IKey | undefined,
): LogGroup =>
  new LogGroup(scope, id, {
    encryptionKey,
    retention: settings.logRetentionDays,
    removalPolicy: removalOfData(settings),
  });

/** Makes a role that may write the function's logs and send traces. The owner of each resource grants other permissions. */
const makeRole = (scope: Construct, id: string, logGroup: LogGroup): Role => {
  const role = new Role(scope, id, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  const actions = ['logs:CreateLogStream', 'logs:PutLogEvents'];
  Grant.addToPrincipal({ grantee: role, actions, resourceArns: [logGroup.logGroupArn] });
  suppressNag(role, {
    'AwsSolutions-IAM5[Resource::*]': 'X-Ray does not support resources: sending traces can be granted only on *.',
  });
  return role;
};

/** Makes the alias that callers call, so that a deployment can move their calls to a new version gradually, and back. */
const makeAlias = (scope: Construct, name: FunctionName, version: lambda.IVersion, settings: StageSettings) => {
  const provisioned: { readonly [Name in FunctionName]?: number | undefined } = settings.provisionedConcurrency;
  const provisionedConcurrentExecutions = provisioned[name];
  return new lambda.Alias(scope, `${capitalise(name)}Live`, {
    aliasName: ALIAS_NAME,
    version,
    provisionedConcurrentExecutions,
  });
};

/** Makes one Lambda function with its log group, its role and, where it has callers, its alias `live`. */
export const makeServiceFunction = (scope: Construct, props: ServiceFunctionProps): ServiceFunction => {
  const { name, description, settings, timeoutMilliseconds, environment, hasAlias, logKey } = props;
  const prefix = capitalise(name);
  const logGroup = makeLogGroup(scope, `${prefix}Logs`, settings, logKey);
  const role = makeRole(scope, `${prefix}Role`, logGroup);
  const reservedConcurrency = settings.reservedConcurrency[name];
  const lambdaFunction = new lambda.Function(scope, `${prefix}Function`, {
    description,
    code: bundledCode(name),
    handler: HANDLER,
    runtime: lambda.Runtime.NODEJS_24_X,
    architecture: architectures[settings.architecture],
    memorySize: settings.memoryMegabytes,
    timeout: Duration.millis(timeoutMilliseconds),
    reservedConcurrentExecutions: reservedConcurrency,
    role,
    logGroup,
    loggingFormat: lambda.LoggingFormat.JSON,
    // A higher level would drop the metrics, which are log lines of level INFO.
    applicationLogLevelV2: lambda.ApplicationLogLevel.INFO,
    systemLogLevelV2: lambda.SystemLogLevel.INFO,
    tracing: lambda.Tracing.ACTIVE,
    environment,
    // `npm run rollback` moves the alias back to the previous version, which CloudFormation would otherwise delete.
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
  });
  suppressNag(lambdaFunction, {
    'Serverless-LambdaDLQ':
      'API Gateway waits for the response; the readers of streams and housekeeping have queues for what fails.',
  });
  const alias = hasAlias ? makeAlias(scope, name, lambdaFunction.currentVersion, settings) : undefined;
  return { function: lambdaFunction, role, alias, entry: alias ?? lambdaFunction };
};
