import type { ErrorCode } from '../../shared/domain/service-error.ts';
import type { RouteId } from '../../shared/routes.ts';
import type { ResponseSchemaName } from './response-schemas.ts';
import type { HeaderName } from './headers.ts';
import type { requestSchemas } from './request-schemas.ts';

/** What a reader is told of an operation, beside what the code itself says. */
export interface OperationText {
  readonly summary: string;
  readonly description: string;
  readonly requestBody?: keyof typeof requestSchemas;
  /** The greatest size of the body; left out, 16 KiB. */
  readonly bodyLimit?: string;
  readonly security?: 'accessToken' | 'refreshToken';
  readonly parameters: readonly ('AcceptLanguage' | 'IdempotencyKey')[];
  readonly success: {
    readonly statusCode: number;
    readonly description: string;
    /** Several: the response has one of them. */
    readonly schemas: readonly ResponseSchemaName[];
    readonly headers: readonly HeaderName[];
  };
  /** Everything that can end a request of it early. */
  readonly errors: readonly ErrorCode[];
  /** Whether every response of it says that it is not to be stored. */
  readonly isNotStored: boolean;
}

const always = ['internal_error', 'dependency_unavailable'] as const;
const ofBodies = ['invalid_body', 'invalid_field', 'body_too_large', 'unsupported_media_type'] as const;
const ofTokens = ['token_missing', 'token_expired', 'token_invalid'] as const;

const SYNC_RULES =
  'Needs the scope `sync`. Items are applied in their order, each by itself: a refused item does not stop the others. Safe to repeat: what is so already is `unchanged`. After a 503 some items may have been applied; send the same request again.';

export const operations: Readonly<Record<RouteId, OperationText>> = {
  auth: {
    summary: 'Log in',
    description:
      'Gives a first token set for the credentials of an API client. Log in when there is no token set yet, and when a refresh was refused; in between, refresh. Each log-in starts a family of tokens of its own and leaves the others alone.',
    requestBody: 'Credentials',
    parameters: ['AcceptLanguage'],
    success: { statusCode: 201, description: 'The token set.', schemas: ['TokenSet'], headers: [] },
    errors: [...ofBodies, 'invalid_credentials', ...always],
    isNotStored: true,
  },
  refresh: {
    summary: 'Refresh',
    description:
      'Gives a complete new token set for a refresh token, which is good for one successor. If the response is lost, or is a 408, 429 or 5xx, the token may have been used or not: repeat with it within the grace period, counted from the first sending (60 s unless the deployment says otherwise): the response is the same set, byte for byte, and so it is for refreshes at the same time. The same token after that looks stolen: its whole family of tokens is revoked, and `POST /auth` starts another. Though it is a GET it changes something: keep it from what fetches ahead.',
    security: 'refreshToken',
    parameters: ['AcceptLanguage'],
    success: { statusCode: 200, description: 'The new token set.', schemas: ['TokenSet'], headers: [] },
    errors: [...ofTokens, ...always],
    isNotStored: true,
  },
  checkin: {
    summary: 'Check in',
    description:
      'Checks a user of the client’s company in on every booking, desk or parking, whose check-in period contains `date` and that is not checked in yet. A period begins with its first moment and ends before its last. `checkinCount` is the number of bookings that this request checked in; 0 is a 200 too, and `message` says why: nothing is in its period, or all was checked in before. Where several requests race, each booking is counted by exactly one of them. With `details` the response says what it found of each booking near the moment; with `dryRun` it says so and does nothing.',
    requestBody: 'CheckinRequest',
    security: 'accessToken',
    parameters: ['IdempotencyKey', 'AcceptLanguage'],
    success: {
      statusCode: 200,
      description: 'The check-in was performed, or there was nothing to check in on.',
      schemas: ['CheckinResult', 'ExplainedCheckin'],
      headers: ['Content-Language'],
    },
    errors: [
      'invalid_idempotency_key',
      ...ofTokens,
      'insufficient_scope',
      ...ofBodies,
      'user_not_found',
      'idempotency_key_reused',
      ...always,
    ],
    isNotStored: false,
  },
  syncUsers: {
    summary: 'Synchronise users',
    description: `Creates, changes and removes users of the client’s company, 1 to 100 at a time. ${SYNC_RULES}`,
    requestBody: 'SyncUsersRequest',
    bodyLimit: '256 KiB',
    security: 'accessToken',
    parameters: ['AcceptLanguage'],
    success: { statusCode: 200, description: 'The outcome of each item.', schemas: ['SyncResult'], headers: [] },
    errors: [...ofTokens, 'insufficient_scope', ...ofBodies, ...always],
    isNotStored: false,
  },
  syncBookings: {
    summary: 'Synchronise bookings',
    description: `Creates, changes and deletes bookings of the client’s company, 1 to 100 at a time. A booking that is moved so that the moment of its check-in is no longer inside its period is open again; every other change keeps the check-in. ${SYNC_RULES}`,
    requestBody: 'SyncBookingsRequest',
    bodyLimit: '256 KiB',
    security: 'accessToken',
    parameters: ['AcceptLanguage'],
    success: { statusCode: 200, description: 'The outcome of each item.', schemas: ['SyncResult'], headers: [] },
    errors: [...ofTokens, 'insufficient_scope', ...ofBodies, ...always],
    isNotStored: false,
  },
  batch: {
    summary: 'Check in a batch',
    description:
      'Performs up to 100 check-ins that a reader kept while it was off-line. Each item is as a request of its own with its `key` as Idempotency-Key, and has a status of its own. Items of one user are performed in the order of their `date`. Send the items with status 503 again, with the same keys.',
    requestBody: 'BatchRequest',
    bodyLimit: '256 KiB',
    security: 'accessToken',
    parameters: ['AcceptLanguage'],
    success: {
      statusCode: 200,
      description: 'The outcome of each item.',
      schemas: ['BatchResult'],
      headers: ['Content-Language'],
    },
    errors: [...ofTokens, 'insufficient_scope', ...ofBodies, ...always],
    isNotStored: false,
  },
};
