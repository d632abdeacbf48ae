/** The ids of what an action is about. */
type TargetId =
  | 'userId'
  | 'bookingId'
  | 'clientId'
  | 'secretId'
  | 'subject'
  | 'invitationId'
  | 'importId'
  | 'table'
  | 'from';

/**
 * @param about the ids that its entries have in `target`
 * @param attributes what it can change: its entries have the values before and after
 */
const on = <const Target extends TargetId = never, const Attribute extends string = never>(
  about: readonly Target[],
  attributes: readonly Attribute[] = [],
) => ({
  about,
  attributes,
});

const ofUser = ['name', 'uids', 'email', 'language'] as const;
const ofBooking = ['kind', 'name', 'site', 'checkinOpensAt', 'noShowAt', 'checkin'] as const;
const ofClient = ['name', 'enabled', 'scopes', 'allowedIps', 'silentAfterHours', 'secrets'] as const;
const ofInvitation = ['role', 'email', 'subject', 'endsAt'] as const;

/**
 * Every action of the audit log on something of a company. The sentences, filters and CSV files of the console and the list in
 * docs/events.md follow this table.
 */
export const companyActions = {
  'checkins.add': on(['userId', 'bookingId'], ofBooking),
  'checkins.undo': on(['userId', 'bookingId'], ofBooking),
  'bookings.cancel': on(['userId', 'bookingId'], ofBooking),
  'users.update': on(['userId', 'importId'], ofUser),
  'users.remove': on(['userId', 'importId']),
  'users.export': on(['userId']),
  'devices.add': on(['userId'], ['endpoint']),
  'devices.remove': on(['userId'], ['endpoint']),
  'users.import': on(['importId']),
  'users.sync': on(['importId']),
  'bookings.import': on(['importId']),
  'bookings.sync': on(['importId']),
  'clients.create': on(['clientId'], ofClient),
  'clients.rename': on(['clientId'], ['name']),
  'clients.enable': on(['clientId'], ['enabled']),
  'clients.disable': on(['clientId'], ['enabled']),
  'clients.change-scopes': on(['clientId'], ['scopes']),
  'clients.change-limits': on(['clientId'], ['allowedIps', 'silentAfterHours']),
  'clients.rotate': on(['clientId', 'secretId'], ['secrets']),
  'clients.end-secret': on(['clientId', 'secretId'], ['secrets']),
  'clients.revoke-tokens': on(['clientId'], ['tokensRevokedAt']),
  'clients.delete': on(['clientId'], ofClient),
  'members.add': on(['subject'], ['role', 'email']),
  'members.invite': on(['invitationId'], ofInvitation),
  'members.resend-invitation': on(['invitationId'], ofInvitation),
  'members.withdraw-invitation': on(['invitationId'], ofInvitation),
  'members.join': on(['subject', 'invitationId'], ['role', 'email', 'subject']),
  'members.leave': on(['subject'], ['role', 'email', 'invitations']),
  'members.change-role': on(['subject'], ['role', 'invitations']),
  'members.remove': on(['subject'], ['role', 'email', 'invitations']),
} as const;

/** Actions of operators on the whole deployment, which no company sees. The list in docs/events.md names them too. */
export const deploymentActions = {
  'keys.rotate': on([], ['keyId']),
  'pushes.replay': on([]),
  'pushes.replay-done': on([]),
  'events.replay': on([]),
  'events.replay-done': on([]),
  'tables.recover': on(['table', 'from']),
} as const;

export type CompanyAction = keyof typeof companyActions;
export type AuditAction = CompanyAction | keyof typeof deploymentActions;

/** The name of an id in the target of a company's action, such as `userId`. */
export type CompanyTarget = (typeof companyActions)[CompanyAction]['about'][number];

/** An attribute that an action on something of a company can change. */
export type AuditedAttribute = (typeof companyActions)[CompanyAction]['attributes'][number];

export const isCompanyAction = (action: string): action is CompanyAction => Object.hasOwn(companyActions, action);
