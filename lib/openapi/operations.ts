import { FORM_MEDIA_TYPE } from '../../functions/auth/token.ts';
import type { RouteId } from '../../shared/routes.ts';
import type { requestSchemas } from './request-schemas.ts';
import type { ResponseTexts } from './responses.ts';

export interface OperationText extends ResponseTexts {
  readonly summary: string;
  readonly description: string;
  readonly requestBody?: keyof typeof requestSchemas;
  /** The maximum size of the body; default: 16 KiB. */
  readonly bodyLimit?: string;
  /** The content type of the body; default: JSON. */
  readonly bodyType?: string;
  readonly parameters?: readonly ('AcceptLanguage' | 'IdempotencyKey')[];
}

const SYNC_RULES =
  'Needs the scope `sync`. Items are applied in order and independently: a refused item does not stop the others. Safe to retry: an item that changes nothing is `unchanged`. After a 503 some items may have been applied; send the same request again.';

const itemRequests = {
  bodyLimit: '256 KiB',
  security: 'accessToken',
  parameters: ['AcceptLanguage'],
} as const satisfies Partial<OperationText>;

export const operations: Readonly<Record<RouteId, OperationText>> = {
  auth: {
    summary: 'Log in',
    description:
      'Exchanges the credentials of an API client for a first token set. Log in if you have no token set, or if a refresh was rejected; otherwise refresh. Each log-in starts a new family of tokens and does not affect the others.',
    requestBody: 'Credentials',
    parameters: ['AcceptLanguage'],
    success: { statusCode: 201, description: 'The token set.', schema: 'TokenSet' },
    errors: ['invalid_credentials'],
    hasCacheControl: true,
  },
  refresh: {
    summary: 'Refresh',
    description:
      'Exchanges a refresh token for a complete new token set. A refresh token has one successor set. If there is no response, or a 408, 429 or 5xx, the token may have been used: retry the request within the grace period (60 s from the first request, unless the deployment sets another). Repeats, and refreshes at the same time, return the same set byte for byte. After the grace period a used token counts as stolen: its family of tokens is revoked, and you must log in again. This GET changes state: do not let anything prefetch it.',
    security: 'refreshToken',
    parameters: ['AcceptLanguage'],
    success: { description: 'The new token set.', schema: 'TokenSet' },
    hasCacheControl: true,
  },
  oauthToken: {
    summary: 'Log in with OAuth 2.0',
    description:
      'The client credentials grant (RFC 6749, section 4.4), for software that knows OAuth 2.0: it needs the address of `GET /.well-known/oauth-authorization-server` or of this operation, the client id and the secret, and no code for this service. The credentials are those of `POST /auth`, with the same limits. There is no refresh token: when the token has expired, ask for another.',
    requestBody: 'TokenRequest',
    bodyType: FORM_MEDIA_TYPE,
    security: 'clientSecret',
    success: { description: 'The access token.', schema: 'OAuthToken' },
    errorSchema: 'OAuthError',
    hasCacheControl: true,
  },
  oauthMetadata: {
    summary: 'OAuth 2.0 metadata',
    description:
      'Where and how to get a token (RFC 8414). The `issuer` is the `iss` of the tokens and, unless the deployment keeps that of an earlier address, the address of the service.',
    success: { description: 'The metadata.', schema: 'OAuthMetadata' },
    hasCacheControl: true,
  },
  jwks: {
    summary: 'Public keys',
    description:
      'The public keys of access tokens, as a JWK Set (RFC 7517). A client does not need them: it sends its tokens unchanged. They are for other software of yours that wants to verify an access token by itself. Such software cannot see that a client was disabled or its tokens were revoked. A new key is listed 90 seconds before it signs, and an old one until its last token has expired.',
    success: { description: 'The keys.', schema: 'KeySet' },
    hasCacheControl: true,
  },
  checkin: {
    summary: 'Check in',
    description:
      'Checks a user of the client’s company in on every booking, desk or parking, whose check-in period contains `date` and that is not checked in yet. A period includes its start and excludes its end. `checkinCount` is the number of bookings that this request checked in. If it is 0, the status is 200 too, and `message` says why: no booking is open, or all open bookings were checked in before. If several requests come at once, each booking is counted by exactly one of them. With `details`, the response also lists the bookings near the moment with a result for each. With `dryRun`, it lists them, and nothing is checked in.',
    requestBody: 'CheckinRequest',
    security: 'accessToken',
    parameters: ['IdempotencyKey', 'AcceptLanguage'],
    success: {
      description: 'The check-in was performed, or there was nothing to check in.',
      schema: 'CheckinResult',
      isTranslated: true,
    },
    errors: ['invalid_idempotency_key', 'user_not_found', 'idempotency_key_reused'],
  },
  syncUsers: {
    summary: 'Synchronise users',
    description: `Creates, changes and removes users of the client’s company, 1 to 100 at a time. ${SYNC_RULES}`,
    requestBody: 'SyncUsersRequest',
    ...itemRequests,
    success: { description: 'The outcome of each item.', schema: 'SyncResult' },
  },
  syncBookings: {
    summary: 'Synchronise bookings',
    description: `Creates, changes and deletes bookings of the client’s company, 1 to 100 at a time. If a booking is moved and the moment of its check-in is no longer inside its period, the booking is open again. Every other change keeps the check-in. ${SYNC_RULES}`,
    requestBody: 'SyncBookingsRequest',
    ...itemRequests,
    success: { description: 'The outcome of each item.', schema: 'SyncResult' },
  },
  readBookings: {
    summary: 'Read what became of bookings',
    description:
      'The state of 1 to 100 bookings of the client’s company, as they are now. A booking system decides by it whether to release a desk. Needs the scope `sync`. Reads are consistent: a check-in that was acknowledged is in the response. A `no_show` can still become `checked_in`, when a reader that was offline sends an earlier swipe. Changes nothing. A malformed item fails the whole request.',
    requestBody: 'ReadBookingsRequest',
    ...itemRequests,
    success: {
      description: 'The state of each booking.',
      schema: 'ReadBookingsResult',
    },
  },
  batch: {
    summary: 'Check in a batch',
    description:
      'Performs up to 100 check-ins that a reader stored while it was offline. Each item is like a separate request with its `key` as Idempotency-Key, and has its own status. Items of one user are performed in the order of their `date`. Send the items with status 500 or 503 again, with the same keys; the other statuses are final.',
    requestBody: 'BatchRequest',
    ...itemRequests,
    success: {
      description: 'The outcome of each item.',
      schema: 'BatchResult',
      isTranslated: true,
    },
  },
};
