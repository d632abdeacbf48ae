import { formatDateTime, type Instant } from '../../domain/instant.ts';
import { joinKey } from './join-key.ts';

/** Partition key of the index `byCompanyDay`: company and UTC day, such as `acme#2026-11-21`. */
export const companyDay = (companyId: string, instant: Instant): string =>
  joinKey(companyId, formatDateTime(instant).replace(/T.*/, ''));
