import { DomainName, EndpointType, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';

type DomainSettings = NonNullable<StageSettings['customDomain']>;

/**
 * The operator's own domain in front of the API and, if `hostedZone` is set, its record in Route 53. The record is for IPv4
 * only, because API Gateway domains do not respond to IPv6 by default.
 */
export class ApiDomain extends Construct {
  readonly domainName: DomainName;
  readonly url: string;
  /** Where the domain's DNS record must point, for operators who create the record themselves. */
  readonly target: string;

  constructor(scope: Construct, id: string, { name, certificateArn, hostedZone }: DomainSettings) {
    super(scope, id);
    this.url = `https://${name}`;
    this.domainName = new DomainName(this, 'Name', {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    this.target = this.domainName.regionalDomainName;
    if (hostedZone) this.#addRecord(name, hostedZone);
  }

  #addRecord(recordName: string, { id, name }: NonNullable<DomainSettings['hostedZone']>): ARecord {
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId: id, zoneName: name });
    const { regionalDomainName, regionalHostedZoneId } = this.domainName;
    const target = RecordTarget.fromAlias(new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId));
    return new ARecord(this, 'ARecord', { zone, recordName, target });
  }
}
