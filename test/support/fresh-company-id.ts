import { randomUUID } from 'node:crypto';

/** Returns a new company id, because tests that share a database each use their own company. */
export const freshCompanyId = (): string => `company-${randomUUID()}`;
