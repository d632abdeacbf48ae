import { Aws, Duration } from 'aws-cdk-lib/core';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { CONSOLE_API_PATH } from '../../../shared/console-api/routes.ts';
import { consoleName } from './unique-names.ts';
import type { StageSettings } from '../stage-settings.ts';

/**
 * The CloudFront function in front of the bucket. A page's address, such as /console/clients, has no file, so the function
 * turns the request into one for index.html, and the browser shows the page. A custom error response of the distribution is no
 * alternative, because it would also turn the API's 403 and 404 into 200 with HTML.
 */
const consolePathFunction = `function handler(event) {
  var request = event.request;
  if (!request.uri.startsWith('/console/')) {
    return {
      statusCode: 302,
      statusDescription: 'Found',
      headers: { location: { value: '/console/' }, 'cache-control': { value: 'no-store' } },
    };
  }
  if (!/\\.[a-z0-9]+$/.test(request.uri)) request.uri = '/console/index.html';
  return request;
}
`;

interface ConsoleDistributionProps {
  readonly files: IBucket;
  /** Host name of the console's HTTP API. */
  readonly apiHost: string;
  readonly contentSecurityPolicy: string;
  /** Undefined if the console uses CloudFront's own domain. */
  readonly domain: StageSettings['consoleDomain'];
}

const ONE_YEAR = Duration.days(365);

/** One address for the console's files and its API, so that neither cookies nor CORS are needed. */
export class ConsoleDistribution extends Construct {
  readonly distribution: cloudfront.Distribution;
  /** Without a slash at the end. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: ConsoleDistributionProps) {
    super(scope, id);
    const { files, apiHost, domain } = props;
    const responseHeadersPolicy = this.#makeHeaders(props);
    const viewerProtocolPolicy = cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS;
    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: 'Console of the check-in service',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      ...(domain && {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
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
            function: new cloudfront.Function(this, 'PathFunction', {
              comment: 'Sends the addresses of the console pages to index.html.',
              runtime: cloudfront.FunctionRuntime.JS_2_0,
              code: cloudfront.FunctionCode.fromInline(consolePathFunction),
            }),
            eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
          },
        ],
      },
      additionalBehaviors: {
        [`${CONSOLE_API_PATH}/*`]: {
          origin: new HttpOrigin(apiHost, {
            protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
            originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
          }),
          cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
          // API Gateway finds the API by the Host header, so CloudFront must send the API's host name instead of the viewer's.
          originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
          viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
          responseHeadersPolicy,
        },
      },
      // By default, CloudFront caches these errors for 10 s despite their `no-store`, so one company could get another's response.
      errorResponses: [500, 502, 503, 504].map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    });
    this.url = `https://${domain?.name ?? this.distribution.distributionDomainName}`;
  }

  /** CloudFront requires names of policies to be unique in the account, across all regions. */
  get #regionalName(): string {
    return `${consoleName(this)}-${Aws.REGION}`;
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
}
