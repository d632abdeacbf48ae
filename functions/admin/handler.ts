import { connectInviteByEmail } from '../../shared/adapters/cognito/invite-by-email.ts';
import {
  administrationTables,
  openAdministrationStores,
} from '../../shared/adapters/dynamodb/administration-stores.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import { makeRecordPartEnd } from '../../shared/adapters/dynamodb/import-log.ts';
import { makeFindVerifiedEmail, makeOidcKeys } from '../../shared/adapters/jwt/oidc-issuer.ts';
import { makeOidcTokenVerifier } from '../../shared/adapters/jwt/oidc-token-verifier.ts';
import { CONSOLE_SCOPE } from '../../shared/console-api/routes.ts';
import { makeApiFunction, NO_STORE } from '../../shared/http/api-function.ts';
import { readBearerToken } from '../../shared/http/api-request.ts';
import { compress } from '../../shared/http/compress.ts';
import { consoleDeadline } from '../../shared/rules/deadline.ts';
import { readSettings, readTableNames, variableOf } from '../../shared/settings.ts';
import { admin } from './admin.ts';
import { toConsoleErrorResponse } from './console-error.ts';
import { hideLocalPart } from './hide-local-part.ts';

const settings = readSettings(process.env, [
  'retentionDays',
  'checkinLogDays',
  'adminLogDays',
  'consoleIssuer',
  'consoleAudience',
]);
const tables = readTableNames(process.env, administrationTables);
/** Undefined if the issuer is not the stack's own user pool. */
const userPool = process.env[variableOf('consoleUserPool')];

const connection = connectDatabase();
const verify = makeOidcTokenVerifier(makeOidcKeys(settings.consoleIssuer), {
  issuer: settings.consoleIssuer,
  audience: settings.consoleAudience,
  scope: CONSOLE_SCOPE,
});
/** Without the signal of a request, because an import that was aborted is recorded too. */
const recordPartEnd = makeRecordPartEnd(connection.withSignal(), tables, settings.adminLogDays);
const findVerifiedEmail = makeFindVerifiedEmail(settings.consoleIssuer);
const sendInvitation = userPool ? connectInviteByEmail(userPool) : undefined;

export const handler = makeApiFunction({
  name: 'admin',
  headers: NO_STORE,
  deadline: consoleDeadline,
  encode: compress,
  toErrorResponse: toConsoleErrorResponse,
  authorize: async (request, log) => {
    const identity = await verify(readBearerToken(request));
    log({ fields: { subject: hideLocalPart(identity.subject) } });
    return identity;
  },
  operation: (request, { signal, log, caller }) => {
    const stores = openAdministrationStores(connection.withSignal(signal), tables, settings);
    return admin(request, {
      identity: caller,
      findVerifiedEmail,
      ...stores,
      log: { ...stores.log, recordPartEnd },
      endpointPrefix: process.env[variableOf('endpointPrefix')],
      sendInvitation,
      addToLog: log,
      now: Date.now,
    });
  },
});
