import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { makeInviteByEmail } from '../../shared/adapters/cognito/invite-by-email.ts';
import { makeActivityLogStore } from '../../shared/adapters/dynamodb/activity-log-store.ts';
import { makeApiClientRegistry } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { makeToAuditWrites } from '../../shared/adapters/dynamodb/audit-log.ts';
import { makeBookingStore } from '../../shared/adapters/dynamodb/booking-store.ts';
import { makeCursorKey } from '../../shared/adapters/dynamodb/cursor-key.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import { makeDeviceStore } from '../../shared/adapters/dynamodb/device-store.ts';
import { makeMemberStore } from '../../shared/adapters/dynamodb/member-store.ts';
import { makePublicKeyStore } from '../../shared/adapters/dynamodb/public-key-store.ts';
import { makeRepeatableRequestStore } from '../../shared/adapters/dynamodb/repeatable-request-store.ts';
import { makeUserTexts } from '../../shared/adapters/dynamodb/user-texts.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { makeOidcKeys } from '../../shared/adapters/jwt/oidc-keys.ts';
import { makeOidcTokenVerifier } from '../../shared/adapters/jwt/oidc-token-verifier.ts';
import { makeFindVerifiedEmail } from '../../shared/adapters/jwt/oidc-userinfo.ts';
import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { makeKeySecrets } from '../../shared/adapters/secrets-manager/key-secrets.ts';
import { connectSecrets } from '../../shared/adapters/secrets-manager/secret-versions.ts';
import { CONSOLE_SCOPE } from '../../shared/console-api/routes.ts';
import { makeApiFunction, NO_STORE } from '../../shared/http/api-function.ts';
import { consoleDeadline } from '../../shared/http/deadline.ts';
import { makeRequestLog } from '../../shared/http/request-log.ts';
import { readSettings, variableOf } from '../../shared/settings.ts';
import { admin } from './admin.ts';
import { toConsoleErrorResponse } from './error-response.ts';

const settings = readSettings(process.env, [
  'apiClientsTable',
  'usersTable',
  'bookingsTable',
  'checkinAttemptsTable',
  'checkinLogTable',
  'auditLogTable',
  'auditDetailsTable',
  'membersTable',
  'signingKeysTable',
  'accessKeySecret',
  'refreshKeySecret',
  'retentionDays',
  'checkinLogDays',
  'adminLogDays',
  'consoleIssuer',
  'consoleAudience',
]);
const logTables = {
  checkinLog: settings.checkinLogTable,
  auditLog: settings.auditLogTable,
  auditDetails: settings.auditDetailsTable,
};
const toAuditWrites = makeToAuditWrites(logTables, settings.adminLogDays);
/** Absent if the issuer is not the stack's own Cognito. */
const userPool = process.env[variableOf('consoleUserPool')];

const connection = connectDatabase();
const verify = makeOidcTokenVerifier(makeOidcKeys(settings.consoleIssuer), {
  issuer: settings.consoleIssuer,
  audience: settings.consoleAudience,
  scope: CONSOLE_SCOPE,
});
const keys = makeKeySecrets(connectSecrets(), {
  access: settings.accessKeySecret,
  refresh: settings.refreshKeySecret,
});
const cursorKey = makeCursorKey(connection.withSignal(), settings.membersTable);
const findVerifiedEmail = makeFindVerifiedEmail(settings.consoleIssuer);
const sendInvitation = userPool
  ? makeInviteByEmail(new CognitoIdentityProviderClient(callBudgets.request()), userPool)
  : undefined;

export const handler = makeApiFunction({
  name: 'admin',
  record: makeRequestLog(),
  headers: NO_STORE,
  deadline: consoleDeadline,
  toErrorResponse: toConsoleErrorResponse,
  operation: (request, { signal, log }) => {
    const database = connection.withSignal(signal);
    return admin(request, {
      verify,
      findVerifiedEmail,
      members: makeMemberStore(database, { members: settings.membersTable, ...logTables }, settings.adminLogDays),
      apiClients: makeApiClientRegistry(
        database,
        { apiClients: settings.apiClientsTable, ...logTables },
        settings.adminLogDays,
      ),
      users: makeUserStore(database, settings.usersTable, toAuditWrites),
      userTexts: makeUserTexts(database, settings.usersTable),
      devices: makeDeviceStore(database, settings.usersTable, toAuditWrites),
      bookings: makeBookingStore(database, settings.bookingsTable, settings.retentionDays, toAuditWrites),
      activityLog: makeActivityLogStore(database, logTables, settings),
      requests: makeRepeatableRequestStore(database, settings.checkinAttemptsTable),
      keys,
      publicKeys: makePublicKeyStore(database, settings.signingKeysTable),
      cursorKey,
      sendInvitation,
      log,
      now: Date.now,
    });
  },
});
