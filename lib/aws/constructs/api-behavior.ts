import { RemovalPolicy } from 'aws-cdk-lib/core';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { frontHeaders } from '../../../shared/http/front.ts';

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
 * API's function that the request came through CloudFront.
 */
export class ApiBehavior extends Construct {
  readonly options: cloudfront.BehaviorOptions;
  /** A reference that CloudFormation replaces with the secret, so that no template contains it. */
  readonly originSecret: string;

  constructor(scope: Construct, id: string, { apiHost, responseHeadersPolicy, key }: ApiBehaviorProps) {
    super(scope, id);
    this.originSecret = this.#makeSecret(key);
    this.options = {
      origin: new HttpOrigin(apiHost, {
        protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
        customHeaders: { [frontHeaders.originSecret]: this.originSecret },
      }),
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      // API Gateway finds the API by the Host header, so CloudFront must send the API's host name instead of the viewer's.
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy,
      functionAssociations: [
        {
          function: new cloudfront.Function(this, 'ViewerFunction', {
            comment: 'Tells the API the address of the caller.',
            runtime: cloudfront.FunctionRuntime.JS_2_0,
            code: cloudfront.FunctionCode.fromInline(viewerFunction),
          }),
          eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
        },
      ],
    };
  }

  #makeSecret(encryptionKey: IKey | undefined): string {
    const secret = new Secret(this, 'OriginSecret', {
      description: 'Shows the API that a request came through CloudFront. It opens nothing by itself.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
      encryptionKey,
    });
    return secret.secretValue.unsafeUnwrap();
  }
}
