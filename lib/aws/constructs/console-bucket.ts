import { RemovalPolicy } from 'aws-cdk-lib/core';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership, type IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { suppressNag } from '../suppress-nag.ts';

/**
 * Makes the private bucket for the console's files. It contains only build output, so it is deleted with its stack in every
 * stage. Only CloudFront can read it, through an origin access control.
 */
export const makeConsoleBucket = (scope: Construct, id: string): IBucket => {
  const bucket = new Bucket(scope, id, {
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    removalPolicy: RemovalPolicy.DESTROY,
    // This setting tags the bucket. BucketDeployment deletes no files of a bucket with that tag (aws-cdk#33397).
    autoDeleteObjects: true,
  });
  suppressNag(bucket, {
    'AwsSolutions-S1': 'The files are public build output that only CloudFront can read, so a log of reads has no use.',
  });
  return bucket;
};
