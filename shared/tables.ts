/**
 * The tables, defined once for the stack that creates them and for the stores that read and write by these names. Attribute types are DynamoDB's: `S` text, `N` number.
 */
export interface KeyAttribute {
  readonly name: string;
  readonly type: 'S' | 'N';
}

export interface IndexDefinition {
  readonly name: string;
  readonly partitionKey: KeyAttribute;
  readonly sortKey: KeyAttribute;
  /** The attributes that the index has in addition to the keys of index and table; `all`: every attribute. */
  readonly projectedAttributes: readonly string[] | 'all';
}

export interface TableDefinition {
  readonly partitionKey: KeyAttribute;
  readonly sortKey?: KeyAttribute;
  readonly indexes: readonly IndexDefinition[];
  /** The attribute (seconds since the Unix epoch) after which DynamoDB may delete an item. */
  readonly timeToLive?: string;
  readonly stream?: 'NEW_AND_OLD_IMAGES' | 'NEW_IMAGE';
}

export interface Projection {
  readonly ProjectionType: 'ALL' | 'KEYS_ONLY' | 'INCLUDE';
  readonly NonKeyAttributes?: string[];
}

/** What an index contains, in DynamoDB's terms; DynamoDB rejects INCLUDE without attributes. */
export const projectionOf = ({ projectedAttributes }: IndexDefinition): Projection => {
  if (projectedAttributes === 'all') return { ProjectionType: 'ALL' };
  return projectedAttributes.length === 0
    ? { ProjectionType: 'KEYS_ONLY' }
    : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...projectedAttributes] };
};

/** Attribute of DynamoDB's time to live, in seconds since the Unix epoch. */
export const TIME_TO_LIVE_ATTRIBUTE = 'expiresAtSeconds';

/** A log, under its users. `entry` joins the moment and the request's id. */
const log = {
  partitionKey: { name: 'companyUser', type: 'S' },
  sortKey: { name: 'entry', type: 'S' },
  indexes: [
    {
      // `companyShard` joins the company and a shard, because a partition takes 1,000 writes a second.
      name: 'byCompany',
      partitionKey: { name: 'companyShard', type: 'S' },
      sortKey: { name: 'entry', type: 'S' },
      projectedAttributes: 'all',
    },
  ],
  timeToLive: TIME_TO_LIVE_ATTRIBUTE,
} as const satisfies TableDefinition;

export const tables = {
  /**
   * An API client (`item` = `client`), or its tombstone, and its token families (`item` = `family#…`). Under keys of their own,
   * copies of what each call reads of the client (`item` = `access`). Only clients have both keys of the index `byCompany`.
   */
  apiClients: {
    partitionKey: { name: 'clientId', type: 'S' },
    sortKey: { name: 'item', type: 'S' },
    indexes: [
      {
        name: 'byCompany',
        partitionKey: { name: 'companyId', type: 'S' },
        sortKey: { name: 'createdAt', type: 'N' },
        projectedAttributes: 'all',
      },
      // Only the keys: a client's hourly use changes nothing in it.
      {
        name: 'byReview',
        partitionKey: { name: 'reviewQueue', type: 'S' },
        sortKey: { name: 'reviewAt', type: 'N' },
        projectedAttributes: [],
      },
    ],
    timeToLive: TIME_TO_LIVE_ATTRIBUTE,
  },
  /**
   * A user under its id, look-up items under its badges and its e-mail address, which keep these unique, and a look-up item for each
   * word of its name. Only users have a `companyId`, so the index `byCompany` holds no look-up item.
   */
  users: {
    partitionKey: { name: 'userKey', type: 'S' },
    indexes: [
      {
        name: 'byCompany',
        partitionKey: { name: 'companyId', type: 'S' },
        sortKey: { name: 'id', type: 'N' },
        projectedAttributes: ['name', 'uid', 'uids', 'email', 'language'],
      },
      {
        // Folded text, to search and sort people by. `searchIn` joins the company and one of two lists: users by name, and look-up
        // items by their texts.
        name: 'byText',
        partitionKey: { name: 'searchIn', type: 'S' },
        sortKey: { name: 'searchText', type: 'S' },
        projectedAttributes: ['id', 'userId'],
      },
    ],
  },
  /** A booking under its user. The indexes project only attributes that a check-in does not change, so that a check-in writes no index. */
  bookings: {
    partitionKey: { name: 'companyUser', type: 'S' },
    sortKey: { name: 'bookingId', type: 'S' },
    indexes: [
      {
        name: 'byNoShow',
        partitionKey: { name: 'companyUser', type: 'S' },
        sortKey: { name: 'noShowAt', type: 'N' },
        projectedAttributes: ['checkinOpensAt', 'kind', 'name'],
      },
      {
        // `companyDay` joins the company and the UTC day of `checkinOpensAt`.
        name: 'byCompanyDay',
        partitionKey: { name: 'companyDay', type: 'S' },
        sortKey: { name: 'checkinOpensAt', type: 'N' },
        projectedAttributes: ['companyId', 'userId', 'kind', 'name', 'noShowAt'],
      },
    ],
    timeToLive: TIME_TO_LIVE_ATTRIBUTE,
    stream: 'NEW_AND_OLD_IMAGES',
  },
  /** The first request with an Idempotency-Key, kept as long as a caller may repeat it. */
  checkinAttempts: {
    partitionKey: { name: 'attempt', type: 'S' },
    indexes: [],
    timeToLive: TIME_TO_LIVE_ATTRIBUTE,
  },
  /** Check-in requests, one item each. */
  checkinLog: log,
  /** Administrative actions, one item each. Functions only add items and read them; none is changed or deleted. */
  auditLog: { ...log, stream: 'NEW_IMAGE' },
  /** What an entry of the audit log says about a person, under the entry's key. Deleted with the person. */
  auditDetails: { ...log, indexes: [] },
  /**
   * Who may use the console, and in which role: one item per company with all its members, so that one conditional write can
   * ensure that an owner remains; and one item per identity (issuer and subject of its tokens) with its company.
   */
  members: {
    partitionKey: { name: 'member', type: 'S' },
    indexes: [],
  },
  /** The public keys of access tokens. A writer of this table can make tokens: only the function `auth` may. */
  signingKeys: {
    partitionKey: { name: 'kid', type: 'S' },
    indexes: [],
    timeToLive: TIME_TO_LIVE_ATTRIBUTE,
  },
} as const satisfies Record<string, TableDefinition>;

export type TableId = keyof typeof tables;
