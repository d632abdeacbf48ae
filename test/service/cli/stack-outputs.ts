/** The names of a deployed stack's tables, which no other stack or local service has. */
export const stackTableNames = {
  apiClients: 'Prod-A1',
  users: 'Prod-U2',
  bookings: 'Prod-B3',
  checkinAttempts: 'Prod-C4',
  checkinLog: 'Prod-L5',
  auditLog: 'Prod-L7',
  auditDetails: 'Prod-L8',
  members: 'Prod-M6',
  signingKeys: 'Prod-S7',
};

/** The outputs of that stack that the command line needs. */
export const stackOutputs = {
  ApiClientsTable: stackTableNames.apiClients,
  UsersTable: stackTableNames.users,
  BookingsTable: stackTableNames.bookings,
  CheckinAttemptsTable: stackTableNames.checkinAttempts,
  CheckinLogTable: stackTableNames.checkinLog,
  AuditLogTable: stackTableNames.auditLog,
  AuditDetailsTable: stackTableNames.auditDetails,
  MembersTable: stackTableNames.members,
  SigningKeysTable: stackTableNames.signingKeys,
  AccessKeySecret: 'arn:access',
  RefreshKeySecret: 'arn:refresh',
  AccessTokenSeconds: '3600',
  RefreshTokenSeconds: '604800',
  RetentionDays: '0',
  CheckinLogDays: '90',
  AdminLogDays: '400',
};
