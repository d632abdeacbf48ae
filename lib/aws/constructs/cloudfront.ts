import { Certificate, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { AaaaRecord, ARecord, HostedZone, RecordTarget, type IAliasRecordTarget } from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';
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
