import * as v from 'valibot';
import { clearableField, field, optionalField } from '../http/field.ts';
import { clientStatuses, scopes } from '../rules/api-clients.ts';
import { fields } from '../rules/fields.ts';
import { count, moment, pageOf, pageQuery, type RouteSchemas } from './parts.ts';

export const secretView = v.strictObject({
  secretId: v.string(),
  last4: v.string(),
  createdAt: moment,
  /** Absent if the secret never ends. */
  endsAt: v.optional(moment),
  /** The last log-in with this secret, or refresh after such a log-in; updated at most once an hour. */
  lastUsedAt: v.optional(moment),
});
export type SecretView = v.InferOutput<typeof secretView>;

export const clientView = v.strictObject({
  clientId: v.string(),
  companyId: v.string(),
  name: v.string(),
  enabled: v.boolean(),
  scopes: v.array(v.picklist(scopes)),
  /** The status at the time of the response. */
  status: v.picklist(clientStatuses),
  createdAt: moment,
  /** The last log-in or refresh; updated at most once an hour. */
  lastSeenAt: v.optional(moment),
  /** The last denied log-in: with the right secret, but from a network that is not allowed. Updated at most once an hour. */
  lastDeniedAt: v.optional(moment),
  lastDeniedIp: v.optional(v.string()),
  /** Networks in CIDR form. Absent if the client may call from anywhere. */
  allowedIps: v.optional(v.array(v.string())),
  /** Hours without a log-in or refresh after which the client counts as silent. Absent if it never does. */
  silentAfterHours: v.optional(count),
  /** Absent once the client has been seen again. */
  silentSince: v.optional(moment),
  /** The last silences that are over, newest first; at most five. `from`: the last log-in or refresh before, to the hour. */
  silences: v.optional(v.array(v.strictObject({ from: moment, until: moment }))),
  /** One secret, or two during a rotation. */
  secrets: v.array(secretView),
  /** The value for `If-Match`, including the quotes. */
  etag: v.string(),
});
export type ClientView = v.InferOutput<typeof clientView>;

/** The only response that shows the secret. */
const newSecret = v.strictObject({ client: clientView, clientSecret: v.string() });
export type NewSecret = v.InferOutput<typeof newSecret>;

export const clientSchemas = {
  /**
   * In the order of creation. `q` keeps those whose name or id contains it, in any case. A page of a filtered list can be
   * short or empty and still have `next`.
   */
  listClients: {
    query: v.object({ ...pageQuery, q: optionalField(fields.search) }),
    response: pageOf(clientView),
  },

  getClient: { response: clientView },

  /** The response is the only one that shows the secret. */
  createClient: {
    body: v.object({
      name: field(fields.clientName),
      scopes: optionalField(fields.scopes),
      /** The lifetime of the secret. Absent if it never ends. */
      expiresInDays: optionalField(fields.expiresInDays),
      allowedIps: optionalField(fields.allowedIps),
      silentAfterHours: optionalField(fields.silentAfterHours),
    }),
    status: 201,
    response: newSecret,
  },

  /**
   * Members that are omitted stay as they are; `null` removes a limit. A disabled client is rejected at its next call, and
   * so is one that calls from a network that is not in `allowedIps`.
   */
  updateClient: {
    body: v.object({
      name: optionalField(fields.clientName),
      enabled: optionalField(fields.flag),
      scopes: optionalField(fields.scopes),
      allowedIps: clearableField(fields.allowedIps),
      silentAfterHours: clearableField(fields.silentAfterHours),
    }),
    response: clientView,
  },

  /** This is permanent. Its tokens are rejected at their next use. */
  deleteClient: {},

  /**
   * Creates a second secret. The current one ends after `graceHours` (default 24; 0: now). Refused while two secrets are
   * live.
   */
  rotateSecret: {
    body: v.object({
      graceHours: optionalField(fields.graceHours),
      /** The lifetime of the new secret. Absent if it never ends. */
      expiresInDays: optionalField(fields.expiresInDays),
    }),
    status: 201,
    response: newSecret,
  },

  /** Ends one of two live secrets. The other then has no end but that of its lifetime, if it has one. */
  endSecret: { response: clientView },

  /** Every token issued before is rejected at its next use. Secrets stay valid. */
  revokeTokens: {
    response: v.strictObject({ client: clientView, tokensRevokedAt: moment }),
  },
} satisfies Record<string, RouteSchemas>;
