import { Aws, Duration, Stack } from 'aws-cdk-lib/core';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { CONSOLE_API_PATH } from '../../../shared/console-api/routes.ts';
import { suppressNag } from '../suppress-nag.ts';
import type { ConsoleDomain } from './console-domain.ts';
import { consolePathFunction } from './console-path-function.ts';
import { consoleViewerFunction } from './console-viewer-function.ts';

interface ConsoleDistributionProps {
  readonly files: IBucket;
  /** Host name of the console's HTTP API. */
  readonly apiHost: string;
  readonly contentSecurityPolicy: string;
  /** ARN of a web ACL of AWS WAF, in us-east-1. */
  readonly webAclArn: string | undefined;
  /** Undefined: CloudFront's own domain. */
  readonly domain: ConsoleDomain | undefined;
}

const ONE_YEAR = Duration.days(365);

/** One address for the console's files and its API, so that neither cookies nor CORS are needed. */
export class ConsoleDistribution extends Construct {
  readonly distribution: cloudfront.Distribution;
  /** Without a slash at the end. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: ConsoleDistributionProps) {
    super(scope, id);
    const { files, apiHost, webAclArn, domain } = props;
    const responseHeadersPolicy = this.#makeHeaders(props);
    const viewerProtocolPolicy = cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS;
    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: 'Console of the check-in service',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      ...(webAclArn !== undefined && { webAclId: webAclArn }),
      ...(domain && {
        domainNames: [domain.name],
        certificate: domain.certificate,
        minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(files, {
          originAccessControl: new cloudfront.S3OriginAccessControl(this, 'Access', {
            originAccessControlName: this.#regionalName,
          }),
        }),
        cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
        viewerProtocolPolicy,
        responseHeadersPolicy,
        functionAssociations: [
          {
            function: this.#makeFunction(
              'PathFunction',
              'Sends the addresses of the console pages to index.html.',
              consolePathFunction,
            ),
            eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
          },
        ],
      },
      additionalBehaviors: {
        [`${CONSOLE_API_PATH}/*`]: {
          origin: new HttpOrigin(apiHost, { protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY }),
          cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
          // API Gateway finds the API by the Host header, so CloudFront has to send its own.
          originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
          viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
          responseHeadersPolicy,
          functionAssociations: [
            {
              function: this.#makeFunction(
                'ViewerFunction',
                'Tells the console API the address of the browser.',
                consoleViewerFunction,
              ),
              eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
            },
          ],
        },
      },
    });
    this.url = `https://${domain?.name ?? this.distribution.distributionDomainName}`;
    domain?.addRecords('Console', domain.name, new CloudFrontTarget(this.distribution));
    this.#suppress();
  }

  /** These names are unique in an account, over all regions. */
  get #regionalName(): string {
    return `${Stack.of(this).stackName}-${Aws.REGION}`;
  }

  #makeFunction(id: string, comment: string, code: string): cloudfront.Function {
    return new cloudfront.Function(this, id, {
      comment,
      runtime: cloudfront.FunctionRuntime.JS_2_0,
      code: cloudfront.FunctionCode.fromInline(code),
    });
  }

  #makeHeaders({ contentSecurityPolicy }: ConsoleDistributionProps): cloudfront.ResponseHeadersPolicy {
    const override = true;
    return new cloudfront.ResponseHeadersPolicy(this, 'Headers', {
      responseHeadersPolicyName: this.#regionalName,
      comment: 'Security headers of the console',
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override },
        contentTypeOptions: { override },
        frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override },
        referrerPolicy: { referrerPolicy: cloudfront.HeadersReferrerPolicy.NO_REFERRER, override },
        strictTransportSecurity: { accessControlMaxAge: ONE_YEAR, includeSubdomains: true, override },
      },
    });
  }

  #suppress(): void {
    suppressNag(this, {
      'AwsSolutions-CFR1': 'Administrators travel: a restriction by country would lock them out and add no protection.',
      'AwsSolutions-CFR2':
        'A web ACL costs 5 US dollars a month and more. The stage setting consoleWebAclArn attaches one that exists.',
      'AwsSolutions-CFR3': 'The files are public; every call of the API is in its access log and in the activity log.',
      'AwsSolutions-CFR4':
        'CloudFront decides the TLS version on its own domain name; with a certificate it would be TLS 1.2 or later.',
    });
  }
}
