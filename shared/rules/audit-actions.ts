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
 * @param members the members that it can change, of which its entries have the values before and after
 */
const on = <const Target extends TargetId = never, const Member extends string = never>(
  about: readonly Target[],
  members: readonly Member[] = [],
) => ({
  about,
  members,
});

const user = ['name', 'uids', 'email', 'language'] as const;
const booking = ['kind', 'name', 'site', 'checkinOpensAt', 'noShowAt', 'checkin'] as const;
const client = ['name', 'enabled', 'scopes', 'allowedIps', 'silentAfterHours', 'secrets'] as const;
const invitation = ['role', 'email', 'subject', 'endsAt'] as const;

/**
 * Every action of the audit log on something of a company. The sentences, filters and CSV files of the console and the table in
 * docs/events.md follow this table.
 */
export const companyActions = {
  'checkins.add': on(['userId', 'bookingId'], booking),
  'checkins.undo': on(['userId', 'bookingId'], booking),
  'bookings.cancel': on(['userId', 'bookingId'], booking),
  'users.update': on(['userId', 'importId'], user),
  'users.remove': on(['userId', 'importId']),
  'users.export': on(['userId']),
  'devices.add': on(['userId'], ['endpoint']),
  'devices.remove': on(['userId'], ['endpoint']),
  'users.import': on(['importId']),
  'users.sync': on(['importId']),
  'bookings.import': on(['importId']),
  'bookings.sync': on(['importId']),
  'clients.create': on(['clientId'], client),
  'clients.rename': on(['clientId'], ['name']),
  'clients.enable': on(['clientId'], ['enabled']),
  'clients.disable': on(['clientId'], ['enabled']),
  'clients.change-scopes': on(['clientId'], ['scopes']),
  'clients.change-limits': on(['clientId'], ['allowedIps', 'silentAfterHours']),
  'clients.rotate': on(['clientId', 'secretId'], ['secrets']),
  'clients.end-secret': on(['clientId', 'secretId'], ['secrets']),
  'clients.revoke-tokens': on(['clientId'], ['tokensRevokedAt']),
  'clients.delete': on(['clientId'], client),
  'members.add': on(['subject'], ['role', 'email']),
  'members.invite': on(['invitationId'], invitation),
  'members.resend-invitation': on(['invitationId'], invitation),
  'members.withdraw-invitation': on(['invitationId'], invitation),
  'members.join': on(['subject', 'invitationId'], ['role', 'email', 'subject']),
  'members.leave': on(['subject'], ['role', 'email', 'invitations']),
  'members.change-role': on(['subject'], ['role', 'invitations']),
  'members.remove': on(['subject'], ['role', 'email', 'invitations']),
} as const;

/** Actions of operators on the whole deployment, which no company sees. */
const deploymentActions = {
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

/** A member that an action on something of a company can change. */
export type AuditedMember = (typeof companyActions)[CompanyAction]['members'][number];

export const isCompanyAction = (action: string): action is CompanyAction => Object.hasOwn(companyActions, action);
