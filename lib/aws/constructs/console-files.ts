import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RemovalPolicy, Stage } from 'aws-cdk-lib/core';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source, type ISource } from 'aws-cdk-lib/aws-s3-deployment';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

export interface ConsoleFile {
  /** The file's path, such as `/console/assets/main-ABCDEFGH.js`. */
  readonly path: string;
  /** `no-cache` for a file that keeps its name when its content changes. */
  readonly cacheControl: string;
  readonly body: Uint8Array;
}

/**
 * Makes the private bucket for the console's files. It contains only build output, so it is deleted with its stack in every
 * stage. Only CloudFront can read it, through an origin access control.
 */
export const makeConsoleBucket = (scope: Construct, id: string): s3.IBucket =>
  new s3.Bucket(scope, id, {
    encryption: s3.BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
    removalPolicy: RemovalPolicy.DESTROY,
    // This setting tags the bucket. BucketDeployment deletes no files of a bucket with that tag (aws-cdk#33397).
    autoDeleteObjects: true,
  });

interface ConsoleFilesProps {
  readonly bucket: s3.IBucket;
  readonly files: readonly ConsoleFile[];
  /** The contents of /console/config.json. */
  readonly config: Readonly<Record<string, string>>;
  /** Encrypts the log. Default: CloudWatch's own key. */
  readonly logKey: IKey | undefined;
}

const PREFIX = 'console';

const isRevalidated = ({ cacheControl }: ConsoleFile): boolean => cacheControl === 'no-cache';

/** Writes the files to a folder of the cloud assembly, from which the CDK uploads them. */
const toSource = (scope: Construct, name: string, files: readonly ConsoleFile[]): ISource => {
  const folder = join(Stage.of(scope)?.outdir ?? '', `${scope.node.addr}-${name}`);
  mkdirSync(folder, { recursive: true });
  for (const { path, body } of files) {
    const file = join(folder, path.slice(`/${PREFIX}/`.length));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, body);
  }
  return Source.asset(folder);
};

/**
 * Uploads the console's files to its bucket: first the files that the pages refer to, then the pages. Files of earlier
 * deployments stay, for pages that are still open. Deleting the stack deletes all files.
 */
export const deployConsoleFiles = (scope: Construct, { bucket, files, config, logKey }: ConsoleFilesProps): void => {
  const logGroup = new LogGroup(scope, 'Logs', {
    encryptionKey: logKey,
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const deploy = (id: string, cacheControl: CacheControl, sources: ISource[]) =>
    new BucketDeployment(scope, id, {
      sources,
      destinationBucket: bucket,
      destinationKeyPrefix: PREFIX,
      cacheControl: [cacheControl],
      prune: false,
      logGroup,
      memoryLimit: 256,
    });
  const hashed = files.filter((file) => !isRevalidated(file));
  const assets = deploy('Assets', CacheControl.fromString('public, max-age=31536000, immutable'), [
    toSource(scope, 'assets', hashed),
  ]);
  const pages = deploy('Pages', CacheControl.noCache(), [
    toSource(scope, 'pages', files.filter(isRevalidated)),
    Source.jsonData('config.json', config),
  ]);
  pages.node.addDependency(assets);
};
