import { RemovalPolicy } from 'aws-cdk-lib/core';
import { Certificate, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { AaaaRecord, ARecord, HostedZone, RecordTarget, type IAliasRecordTarget } from 'aws-cdk-lib/aws-route53';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { frontHeaders } from '../../../shared/http/front.ts';
import type { StageSettings } from '../stage-settings.ts';

type DomainSettings = NonNullable<StageSettings['consoleDomain']>;

/** The operator's own domain for a distribution and for the console's sign-in, with records in Route 53 if the zone is set. */
export class CloudFrontDomain extends Construct {
  readonly name: string;
  /** Undefined if the sign-in uses Cognito's own domain. */
  readonly signInName: string | undefined;
  readonly certificate: ICertificate;
  readonly #hostedZone: DomainSettings['hostedZone'];

  constructor(scope: Construct, id: string, { name, signInName, certificateArn, hostedZone }: DomainSettings) {
    super(scope, id);
    this.name = name;
    this.signInName = signInName;
    this.certificate = Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    this.#hostedZone = hostedZone;
  }

  /** Adds the DNS records of the distribution's domain or of the sign-in's domain, for IPv4 and IPv6. */
  addRecords(id: string, recordName: string, alias: IAliasRecordTarget): void {
    if (!this.#hostedZone) return;
    const { id: hostedZoneId, name: zoneName } = this.#hostedZone;
    const scope = new Construct(this, id);
    const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId, zoneName });
    const record = { zone, recordName, target: RecordTarget.fromAlias(alias) };
    new ARecord(scope, 'ARecord', record);
    new AaaaRecord(scope, 'AaaaRecord', record);
  }
}

/** Returns the properties that give a distribution the domain. Without them, its only domain is one of CloudFront's. */
export const withDomain = (domain: CloudFrontDomain | undefined) =>
  domain && {
    domainNames: [domain.name],
    certificate: domain.certificate,
    minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
  };

/**
 * The CloudFront function in front of an API. API Gateway sees the address of CloudFront, so this function sends the caller's
 * address in a header. It overwrites any such header that the caller sends.
 */
const viewerFunction = `function handler(event) {
  var request = event.request;
  request.headers['${frontHeaders.viewerAddress}'] = { value: event.viewer.ip };
  return request;
}
`;

interface ApiBehaviorProps {
  /** Host name of the HTTP API. */
  readonly apiHost: string;
  readonly responseHeadersPolicy?: cloudfront.IResponseHeadersPolicy;
  readonly key: IKey | undefined;
}

/**
 * Passes requests from CloudFront to an HTTP API, uncached and with the caller's address. A secret in each request shows the
 * API's function that the request came through CloudFront. The returned secret is a reference, so that no template contains it.
 */
export const makeApiBehavior = (scope: Construct, { apiHost, responseHeadersPolicy, key }: ApiBehaviorProps) => {
  const secret = new Secret(scope, 'OriginSecret', {
    description: 'Shows the API that a request came through CloudFront. It opens nothing by itself.',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    removalPolicy: RemovalPolicy.DESTROY,
    encryptionKey: key,
  });
  const originSecret = secret.secretValue.unsafeUnwrap();
  const behavior: cloudfront.BehaviorOptions = {
    origin: new HttpOrigin(apiHost, {
      protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
      customHeaders: { [frontHeaders.originSecret]: originSecret },
    }),
    cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
    // API Gateway finds the API by the Host header, so CloudFront must send the API's host name instead of the viewer's.
    originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
    viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
    responseHeadersPolicy,
    functionAssociations: [
      {
        function: new cloudfront.Function(scope, 'ViewerFunction', {
          comment: 'Tells the API the address of the caller.',
          runtime: cloudfront.FunctionRuntime.JS_2_0,
          code: cloudfront.FunctionCode.fromInline(viewerFunction),
        }),
        eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
      },
    ],
  };
  return { behavior, originSecret };
};
