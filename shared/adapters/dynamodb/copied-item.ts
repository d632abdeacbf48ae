import * as v from 'valibot';
import { scopes } from '../../rules/api-clients.ts';
import { isNetwork } from '../../rules/network.ts';
import type { CopiedItem } from '../../domain/restore.ts';
import type { RestorableTable, StoredItem } from '../../domain/table-copy.ts';
import type { UserRef } from '../../domain/user.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../tables.ts';
import { ACCESS_ITEM, CLIENT_ITEM, isTombstone, toClient } from './api-client-store.ts';
import { bookingAttributes, instant, integer, text } from './stream-event.ts';
import { toBooking } from './booking-item.ts';
import { companyUser, joinKey } from './join-key.ts';
import { REMOVALS } from './audit-log.ts';
import { toFamily } from './token-family-store.ts';
import { toUser, userKey } from './user-reader.ts';

const secret = v.looseObject({
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  createdAt: instant,
  last4: text,
  endsAt: v.optional(instant),
  expiresAt: v.optional(instant),
});

const logItem = { companyUser: text, entry: text, [TIME_TO_LIVE_ATTRIBUTE]: v.optional(integer) };

const schemas = {
  client: v.looseObject({
    clientId: text,
    item: v.literal(CLIENT_ITEM),
    companyId: text,
    name: text,
    enabled: v.boolean(),
    createdAt: instant,
    secrets: v.pipe(v.array(secret), v.minLength(1), v.maxLength(2)),
    scopes: v.pipe(v.array(v.picklist(scopes)), v.minLength(1)),
    revocationNumber: integer,
    revision: integer,
    allowedIps: v.optional(v.pipe(v.array(v.custom<string>(isNetwork)), v.minLength(1))),
    silentAfterHours: v.optional(integer),
    lastSeenAt: v.optional(instant),
  }),
  tombstone: v.looseObject({
    clientId: text,
    item: v.literal(CLIENT_ITEM),
    deletedAt: instant,
    revocationNumber: integer,
    revision: integer,
  }),
  family: v.looseObject({
    clientId: text,
    item: text,
    familyId: text,
    generations: v.pipe(
      v.array(
        v.looseObject({
          number: integer,
          issuedAt: instant,
          keyId: text,
          scopes: v.array(v.picklist(scopes)),
          revocationNumber: integer,
        }),
      ),
      v.minLength(1),
    ),
    expiresAt: instant,
    revoked: v.boolean(),
  }),
  user: v.looseObject({
    userKey: text,
    companyId: text,
    id: integer,
    name: v.optional(text),
    uid: v.optional(text),
    uids: v.optional(v.array(text)),
    email: v.optional(text),
    devices: v.optional(v.set(text)),
  }),
  booking: v.looseObject({
    ...bookingAttributes,
    companyUser: text,
    checkin: v.optional(
      v.looseObject({ at: instant, receivedAt: instant, requestId: text, checkinId: text, notify: v.boolean() }),
    ),
    undone: v.optional(v.array(text)),
    openSince: instant,
    companyDay: text,
  }),
  attempt: v.looseObject({ attempt: text, checkinId: text, [TIME_TO_LIVE_ATTRIBUTE]: integer }),
  logEntry: v.looseObject({
    ...logItem,
    kind: v.literal('checkin'),
    companyId: v.string(),
    userId: v.optional(integer),
  }),
  auditEntry: v.looseObject({ ...logItem, kind: v.literal('admin'), companyId: v.string() }),
  auditDetails: v.looseObject({ ...logItem, receivedAt: instant }),
};

const invalid = (reason: string): CopiedItem => ({ kind: 'invalid', reason });

/**
 * Reads an item. If the item is invalid, the reason names attributes, never their values.
 * @param make returns undefined if the key does not match the attributes
 */
const read = <Schema extends v.GenericSchema>(
  schema: Schema,
  item: StoredItem,
  make: (parsed: v.InferOutput<Schema>) => CopiedItem | undefined,
): CopiedItem => {
  const parsed = v.safeParse(schema, item);
  if (!parsed.success) {
    const names = parsed.issues.map((issue) => v.getDotPath(issue) ?? '');
    return invalid(`is not a valid item of this table: check ${[...new Set(names)].join(', ')}`);
  }
  return make(parsed.output) ?? invalid('has a key that does not fit its attributes');
};

const readClient = (item: StoredItem): CopiedItem =>
  isTombstone(item)
    ? read(schemas.tombstone, item, () => ({ kind: 'removal', item }))
    : read(schemas.client, item, () => ({ kind: 'client', client: toClient(item), item }));

const readFamily = (item: StoredItem): CopiedItem =>
  read(schemas.family, item, ({ item: key, familyId, expiresAt }) =>
    key === joinKey('family', familyId)
      ? { kind: 'family', family: toFamily({ ...item }), expiresAt, item }
      : undefined,
  );

const readClientsItem = (item: StoredItem): CopiedItem => {
  if (item['item'] === CLIENT_ITEM) return readClient(item);
  return item['item'] === ACCESS_ITEM ? { kind: 'derived' } : readFamily(item);
};

/** Returns no parts if the key cannot be decoded, which means that {@link joinKey} did not make it. */
const splitKey = (key: string): string[] => {
  try {
    return key.split('#').map(decodeURIComponent);
  } catch {
    return [];
  }
};

const readUsersItem = (item: StoredItem): CopiedItem => {
  // Claims and search items refer to their user.
  if (item['userId'] !== undefined) return { kind: 'derived' };
  if (item['id'] === undefined)
    return read(v.looseObject({ userKey: text, revision: text }), item, () => ({ kind: 'removal', item }));
  return read(schemas.user, item, ({ companyId, id, userKey: key }) => {
    const user = toUser({ ...item });
    const owner = { companyId, userId: id };
    return user && key === userKey(owner).userKey ? { kind: 'user', user, owner, item } : undefined;
  });
};

const readBookingsItem = (item: StoredItem): CopiedItem =>
  read(schemas.booking, item, (parsed) => {
    const booking = toBooking({ ...item });
    return parsed.companyUser === companyUser(parsed)
      ? { kind: 'booking', booking, owner: booking.user, item }
      : undefined;
  });

const toEntry = (item: StoredItem, owner?: UserRef): CopiedItem => {
  const seconds = item[TIME_TO_LIVE_ATTRIBUTE] as number | undefined;
  return { kind: 'entry', item, owner, expiresAt: seconds === undefined ? undefined : seconds * 1000 };
};

const readLogItem = (item: StoredItem): CopiedItem =>
  read(schemas.logEntry, item, ({ companyId, userId }) =>
    toEntry(item, userId === undefined ? undefined : { companyId, userId }),
  );

const readDetailsItem = (item: StoredItem): CopiedItem =>
  read(schemas.auditDetails, item, ({ companyUser: key }) => {
    // A removal note belongs to no person, but is restored as well, because housekeeping still needs it.
    if (key === REMOVALS) return toEntry(item);
    const [companyId = '', userId = ''] = splitKey(key);
    return /^\d+$/.test(userId) ? toEntry(item, { companyId, userId: Number(userId) }) : undefined;
  });

const readers: Readonly<Record<RestorableTable, (item: StoredItem) => CopiedItem>> = {
  clients: readClientsItem,
  users: readUsersItem,
  bookings: readBookingsItem,
  attempts: (item) => read(schemas.attempt, item, () => toEntry(item)),
  log: readLogItem,
  audit: (item) => read(schemas.auditEntry, item, () => toEntry(item)),
  details: readDetailsItem,
};

/** Validates the item, because the file or table of a copy comes from outside and can contain anything. */
export const readCopiedItem = (table: RestorableTable, item: StoredItem): CopiedItem => readers[table](item);
