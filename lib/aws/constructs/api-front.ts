import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import { ApiBehavior } from './api-behavior.ts';
import { CloudFrontDomain, withDomain } from './cloudfront-domain.ts';

interface ApiFrontProps {
  readonly settings: NonNullable<StageSettings['apiFront']>;
  readonly apiHost: string;
  readonly key: IKey | undefined;
}

/** CloudFront with a web ACL in front of the gates' API, because AWS WAF does not attach to HTTP APIs. */
export class ApiFront extends Construct {
  /** Without a slash at the end. */
  readonly url: string;
  /** What the domain's DNS record must point to. Needed only if this stack does not manage the domain's zone. */
  readonly target: string;
  readonly originSecret: string;

  constructor(scope: Construct, id: string, { settings, apiHost, key }: ApiFrontProps) {
    super(scope, id);
    const domain = settings.domain && new CloudFrontDomain(this, 'Domain', settings.domain);
    const { options, originSecret } = new ApiBehavior(this, 'Api', { apiHost, key });
    const distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: 'API of the check-in service',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      webAclId: settings.webAclArn,
      ...withDomain(domain),
      defaultBehavior: options,
    });
    domain?.addRecords('Api', domain.name, new CloudFrontTarget(distribution));
    this.target = distribution.distributionDomainName;
    this.url = `https://${domain?.name ?? this.target}`;
    this.originSecret = originSecret;
  }
}
