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
 * @param about the ids in the `target` of its audit entries
 * @param attributes what it can change: its audit entries have the values before and after
 */
const actionOn = <const Target extends TargetId = never, const Attribute extends string = never>(
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
  'checkins.add': actionOn(['userId', 'bookingId'], ofBooking),
  'checkins.undo': actionOn(['userId', 'bookingId'], ofBooking),
  'bookings.cancel': actionOn(['userId', 'bookingId'], ofBooking),
  'users.update': actionOn(['userId', 'importId'], ofUser),
  'users.remove': actionOn(['userId', 'importId']),
  'users.export': actionOn(['userId']),
  'devices.add': actionOn(['userId'], ['endpoint']),
  'devices.remove': actionOn(['userId'], ['endpoint']),
  'users.import': actionOn(['importId']),
  'users.sync': actionOn(['importId']),
  'bookings.import': actionOn(['importId']),
  'bookings.sync': actionOn(['importId']),
  'clients.create': actionOn(['clientId'], ofClient),
  'clients.rename': actionOn(['clientId'], ['name']),
  'clients.enable': actionOn(['clientId'], ['enabled']),
  'clients.disable': actionOn(['clientId'], ['enabled']),
  'clients.change-scopes': actionOn(['clientId'], ['scopes']),
  'clients.change-limits': actionOn(['clientId'], ['allowedIps', 'silentAfterHours']),
  'clients.rotate': actionOn(['clientId', 'secretId'], ['secrets']),
  'clients.end-secret': actionOn(['clientId', 'secretId'], ['secrets']),
  'clients.revoke-tokens': actionOn(['clientId'], ['tokensRevokedAt']),
  'clients.delete': actionOn(['clientId'], ofClient),
  'members.add': actionOn(['subject'], ['role', 'email']),
  'members.invite': actionOn(['invitationId'], ofInvitation),
  'members.resend-invitation': actionOn(['invitationId'], ofInvitation),
  'members.withdraw-invitation': actionOn(['invitationId'], ofInvitation),
  'members.join': actionOn(['subject', 'invitationId'], ['role', 'email', 'subject']),
  'members.leave': actionOn(['subject'], ['role', 'email', 'invitations']),
  'members.change-role': actionOn(['subject'], ['role', 'invitations']),
  'members.remove': actionOn(['subject'], ['role', 'email', 'invitations']),
} as const;

/** Actions of operators on the whole deployment, which no company sees. The list in docs/events.md names them too. */
export const deploymentActions = {
  'keys.rotate': actionOn([], ['keyId']),
  'pushes.replay': actionOn([]),
  'pushes.replay-done': actionOn([]),
  'events.replay': actionOn([]),
  'events.replay-done': actionOn([]),
  'tables.recover': actionOn(['table', 'from']),
} as const;

export type CompanyAction = keyof typeof companyActions;
export type AuditAction = CompanyAction | keyof typeof deploymentActions;

/** The name of an id in the target of a company's action, such as `userId`. */
export type CompanyTarget = (typeof companyActions)[CompanyAction]['about'][number];

/** An attribute that an action on something of a company can change. */
export type AuditedAttribute = (typeof companyActions)[CompanyAction]['attributes'][number];

export const isCompanyAction = (action: string): action is CompanyAction => Object.hasOwn(companyActions, action);
