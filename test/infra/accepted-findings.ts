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
    /^AwsSolutions-SMG4 SigningKeys\//,
    'Keys are rotated by the operator (npm run admin -- keys rotate), which respects the lifetime of tokens.',
  ],
  [
    /^AwsSolutions-SMG4 .*\/OriginSecret\//,
    'The secret alone gives no access: a caller still needs credentials. Rotating it would reject requests until both sides have the new value.',
  ],
  [
    /^(AwsSolutions-SQS3|Serverless-SQSRedrivePolicy) (Stream|Events|Housekeeping)\/Failures\//,
    'Each queue is the dead-letter queue of a stream or schedule. The rules know only dead-letter queues of other queues.',
  ],
  [/^Serverless-SNSRedrivePolicy /, 'SNS cannot redrive e-mail: the mail system delivers it.'],
  [
    /^Serverless-LambdaDLQ Functions\//,
    'API Gateway waits for the response; housekeeping and the readers of streams have queues for their failures.',
  ],
  [
    /^AwsSolutions-IAM5\[Resource::\*\] Functions\//,
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
  [/^AwsSolutions-CFR1 Http\/Front\//, 'The web ACL decides which countries may call.'],
  [/^AwsSolutions-CFR3 /, 'Every call to the API is in its access log, and the console’s files are public.'],
  [
    /^AwsSolutions-CFR1 Web\//,
    'Administrators travel: a restriction by country would lock them out and protect nothing.',
  ],
  [
    /^AwsSolutions-CFR2 Web\//,
    'A web ACL costs at least 5 US dollars a month. The stage setting consoleWebAclArn attaches an existing one.',
  ],
  [
    /^AwsSolutions-CFR4 /,
    "On CloudFront's own domain name, CloudFront sets the minimum TLS version; on the operator's, it is TLS 1.2.",
  ],
  [
    /^AwsSolutions-S1 Bucket\//,
    'The files are public build output that only CloudFront can read, so a log of reads has no use.',
  ],
  [
    /^AwsSolutions-COG8 Users\//,
    'The Plus plan costs money for each user; the required second factor gives most of the same protection.',
  ],
  [
    /^(AwsSolutions-L1|Serverless-Lambda\w+|AwsSolutions-IAM4\[.*\/AWSLambdaBasicExecutionRole\]) Custom::CDKBucketDeployment/,
    'This function is part of the CDK, which configures it; it runs during deployments only.',
  ],
  [/^AwsSolutions-IAM5\[Action::s3:.*\] Custom::CDKBucketDeployment/, GRANTED_BY_CDK],
  [
    /^AwsSolutions-IAM5\[Resource::(<Bucket\w+\.Arn>|.*:cdk-\w+-assets-[^/]*)\/\*\] Custom::CDKBucketDeployment/,
    GRANTED_BY_CDK,
  ],
];
