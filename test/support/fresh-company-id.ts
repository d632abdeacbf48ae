import { randomUUID } from 'node:crypto';

/** A new company id: tests that share a database each use their own company. */
export const freshCompanyId = (): string => `company-${randomUUID()}`;
