import { companyActions } from './audit-actions.ts';
import { loggedCodes } from './bookings.ts';

/**
 * The `code` of a check-in, or the `action` of an administrative entry. It is not one of the `fields`, because the gate's functions
 * load those without the actions.
 */
export const logResult = { kind: 'choice', values: [...loggedCodes, ...Object.keys(companyActions)] } as const;
