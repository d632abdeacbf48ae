const GRANTED_BY_CDK =
  'The CDK gives its function access to the files of the deployment and to this bucket only, with wildcards for their names.';

/**
 * Findings of cdk-nag in the stacks, with the reason for accepting them. A finding is the name of the rule, and the path of the
 * resource in the stack.
 */
export const acceptedFindings: readonly (readonly [finding: RegExp, reason: string])[] = [
  [/^Serverless-APIGWDefaultThrottling /, 'Every route has its own throttle, and there are no other routes.'],
  [
    /^AwsSolutions-APIG4 Http\//,
    'The functions check the credentials and the tokens themselves: an authorizer would read the same client again.',
  ],
  [
    /^AwsSolutions-SMG4 SigningKey\//,
    'Keys are rotated by the operator (npm run admin -- keys rotate), which respects the lifetime of tokens.',
  ],
  [
    /^(AwsSolutions-SQS3|Serverless-SQSRedrivePolicy) (Stream|Events)\/Failures\//,
    'Each queue is the dead-letter queue of a stream. The rules know only dead-letter queues of other queues.',
  ],
  [/^Serverless-LambdaTracing /, 'Traces cost as much as the requests. The setting tracing switches them on.'],
  [
    /^(Serverless-LambdaAsyncFailureDestination .*Housekeeping|Serverless-EventBusDLQ Housekeeping\/Hourly)/,
    'A failed run has nothing to replay: the next one, an hour later, does its work. An alarm fires after three hours.',
  ],
  [/^Serverless-SNSRedrivePolicy /, 'SNS cannot redrive e-mail: the mail system delivers it.'],
  [
    /^Serverless-LambdaDLQ (Console\/)?Functions\//,
    'API Gateway waits for the response, the readers of streams have queues for their failures, and the next run of housekeeping does the work of a failed one.',
  ],
  [
    /^AwsSolutions-IAM5\[Resource::\*\] (Console\/)?Functions\//,
    'X-Ray does not support resources: sending traces can be granted only on *.',
  ],
  [
    /^AwsSolutions-IAM5\[.*:endpoint\/\*\] Functions\/PushRole\//,
    'Devices are registered while the service runs, so their ARNs are not known at deployment.',
  ],
  [
    /^AwsSolutions-IAM5\[Resource::<Tables\w+\.Arn>\/stream\/\*\] Functions\/(Push|Events)Role\//,
    'Covers the streams of one table: ListStreams lists all of them, and a stream is named after its creation time.',
  ],
  [
    /^AwsSolutions-IAM4\[.*\/AWSCodeDeployRoleForLambdaLimited\] Deployment\//,
    'The policy that AWS maintains for CodeDeploy with Lambda: it may only move aliases and read alarms.',
  ],
  [
    /^AwsSolutions-IAM4\[.*\/AWSBackupServiceRolePolicyFor(Backup|Restores)\] Backups\//,
    'The policy that AWS maintains for AWS Backup.',
  ],
  [/^AwsSolutions-CFR3 /, 'Every call to the API is in its access log, and the console’s files are public.'],
  [
    /^AwsSolutions-CFR1 Console\/Web\//,
    'Administrators travel: a restriction by country would lock them out and protect nothing.',
  ],
  [
    /^AwsSolutions-CFR2 Console\/Web\//,
    'A web ACL costs at least 5 US dollars a month; docs/deployment.md says where to attach one.',
  ],
  [
    /^AwsSolutions-CFR4 /,
    "On CloudFront's own domain name, CloudFront sets the minimum TLS version; on the operator's, it is TLS 1.2.",
  ],
  [
    /^AwsSolutions-S1 Console\/Bucket\//,
    'The files are public build output that only CloudFront can read, so a log of reads has no use.',
  ],
  [
    /^AwsSolutions-COG8 Console\/Users\//,
    'The Plus plan costs money for each user; the required second factor gives most of the same protection.',
  ],
  [
    /^(AwsSolutions-L1|Serverless-Lambda\w+|AwsSolutions-IAM4\[.*\/AWSLambdaBasicExecutionRole\]) Custom::CDKBucketDeployment/,
    'This function is part of the CDK, which configures it; it runs during deployments only.',
  ],
  [/^AwsSolutions-IAM5\[Action::s3:.*\] Custom::CDKBucketDeployment/, GRANTED_BY_CDK],
  [
    /^AwsSolutions-IAM5\[Resource::(<ConsoleBucket\w+\.Arn>|.*:cdk-\w+-assets-[^/]*)\/\*\] Custom::CDKBucketDeployment/,
    GRANTED_BY_CDK,
  ],
];
