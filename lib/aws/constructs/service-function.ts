import { AssetHashType, DockerImage, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Grant, type IGrantable, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { join } from 'node:path';
import { accept } from '../accept.ts';
import { bundleFunction, directoryOf, HANDLER, PROJECT_DIRECTORY } from '../bundling.ts';
import type { FunctionName } from '../function-needs.ts';
import type { StageSettings } from '../stage-settings.ts';

interface ServiceFunctionProps {
  readonly name: FunctionName;
  readonly description: string;
  readonly settings: StageSettings;
  readonly timeoutMilliseconds: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** Bundled by the very function that the tests of the bundles use; its source directory only tells the assets apart. */
const bundledCode = (name: FunctionName): lambda.Code =>
  lambda.Code.fromAsset(join(PROJECT_DIRECTORY, directoryOf(name)), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Never used: what follows runs on this machine.
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

/** One Lambda function, with its log group and a role that may write to that and send traces. */
export class ServiceFunction extends Construct implements IGrantable {
  readonly function: lambda.Function;
  readonly grantPrincipal;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { name, description, settings, timeoutMilliseconds, environment } = props;
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const logGroup = this.#makeLogGroup(role, settings);
    const reservedConcurrency = settings.reservedConcurrency[name];
    this.grantPrincipal = role;
    this.function = new lambda.Function(this, 'Function', {
      description,
      code: bundledCode(name),
      handler: HANDLER,
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: architectures[settings.architecture],
      memorySize: settings.memoryMegabytes,
      timeout: Duration.millis(timeoutMilliseconds),
      ...(reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
      role,
      logGroup,
      loggingFormat: lambda.LoggingFormat.JSON,
      // The metrics are log lines too, of level INFO: a higher level here would drop them.
      applicationLogLevelV2: lambda.ApplicationLogLevel.INFO,
      systemLogLevelV2: lambda.SystemLogLevel.INFO,
      tracing: lambda.Tracing.ACTIVE,
      environment,
    });
    accept(role, {
      'AwsSolutions-IAM5[Resource::*]': 'X-Ray knows no resources: sending traces is granted on * or not at all.',
    });
  }

  #makeLogGroup(role: Role, { keepData, logRetentionDays }: StageSettings): LogGroup {
    const logGroup = new LogGroup(this, 'Logs', {
      retention: logRetentionDays,
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    Grant.addToPrincipal({
      grantee: role,
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resourceArns: [logGroup.logGroupArn],
    });
    return logGroup;
  }
}
