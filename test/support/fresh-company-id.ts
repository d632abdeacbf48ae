import { randomUUID } from 'node:crypto';

/** Tests that share a database each work in a company of their own. */
export const freshCompanyId = (): string => `company-${randomUUID()}`;
