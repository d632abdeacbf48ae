import { AaaaRecord, ARecord, HostedZone, RecordTarget, type IAliasRecordTarget } from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';

type Domain = Pick<NonNullable<StageSettings['customDomain']>, 'name' | 'hostedZone'>;

/** Adds a domain's records for IPv4 and IPv6 to Route 53, if the settings name its hosted zone. */
export const addDnsRecords = (
  parent: Construct,
  id: string,
  { name: recordName, hostedZone }: Domain,
  alias: IAliasRecordTarget,
  hasIpv6 = true,
): void => {
  if (!hostedZone) return;
  const scope = new Construct(parent, id);
  const zoneAttributes = { hostedZoneId: hostedZone.id, zoneName: hostedZone.name };
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', zoneAttributes);
  const record = { zone, recordName, target: RecordTarget.fromAlias(alias) };
  new ARecord(scope, 'ARecord', record);
  if (hasIpv6) new AaaaRecord(scope, 'AaaaRecord', record);
};
