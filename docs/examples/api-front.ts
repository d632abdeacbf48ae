import { Stack, type App } from 'aws-cdk-lib/core';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';

export class ApiFront extends Stack {
  constructor(app: App, id: string) {
    super(app, id);
    new cloudfront.Distribution(this, 'Front', {
      webAclId: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/gates/0a1b',
      defaultBehavior: {
        origin: new HttpOrigin('checkin.example.com'), // the setting customDomain
        allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
        cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
        originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      },
    });
  }
}
