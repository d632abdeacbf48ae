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

const text = <const Name extends string>(name: Name) => ({ name, type: 'S' }) as const;
const number = <const Name extends string>(name: Name) => ({ name, type: 'N' }) as const;

const index = <const Name extends string, Partition extends KeyAttribute, Sort extends KeyAttribute>(
  name: Name,
  partitionKey: Partition,
  sortKey: Sort,
  projectedAttributes: IndexDefinition['projectedAttributes'],
) => ({ name, partitionKey, sortKey, projectedAttributes });

/** A log, under its users. `entry` joins the moment and the request's id. */
const log = {
  partitionKey: text('companyUser'),
  sortKey: text('entry'),
  indexes: [
    // `companyShard` joins the company and a shard, because a partition takes 1,000 writes a second.
    index('byCompany', text('companyShard'), text('entry'), 'all'),
  ],
  timeToLive: TIME_TO_LIVE_ATTRIBUTE,
} as const satisfies TableDefinition;

export const tables = {
  /**
   * An API client (`item` = `client`), or its tombstone, and its token families (`item` = `family#…`). Under keys of their own,
   * copies of what each call reads of the client (`item` = `access`). Only clients have both keys of the index `byCompany`.
   */
  apiClients: {
    partitionKey: text('clientId'),
    sortKey: text('item'),
    indexes: [
      index('byCompany', text('companyId'), number('createdAt'), 'all'),
      // Only the keys: a client's hourly use changes nothing in it.
      index('byReview', text('reviewQueue'), number('reviewAt'), []),
    ],
    timeToLive: TIME_TO_LIVE_ATTRIBUTE,
  },
  /**
   * A user under its id, look-up items under its badges and its e-mail address, which keep these unique, and a look-up item for each
   * word of its name. Only users have a `companyId`, so the index `byCompany` holds no look-up item.
   */
  users: {
    partitionKey: text('userKey'),
    indexes: [
      index('byCompany', text('companyId'), number('id'), ['name', 'uid', 'uids', 'email', 'language']),
      // Folded text, to search and sort people by. `searchIn` joins the company and one of two lists: users by name, and look-up
      // items by their texts.
      index('byText', text('searchIn'), text('searchText'), ['id', 'userId']),
    ],
  },
  /** A booking under its user. The indexes project only attributes that a check-in does not change, so that a check-in writes no index. */
  bookings: {
    partitionKey: text('companyUser'),
    sortKey: text('bookingId'),
    indexes: [
      index('byNoShow', text('companyUser'), number('noShowAt'), ['checkinOpensAt', 'kind', 'name']),
      // `companyDay` joins the company and the UTC day of `checkinOpensAt`.
      index('byCompanyDay', text('companyDay'), number('checkinOpensAt'), [
        'companyId',
        'userId',
        'kind',
        'name',
        'noShowAt',
      ]),
    ],
    timeToLive: TIME_TO_LIVE_ATTRIBUTE,
    stream: 'NEW_AND_OLD_IMAGES',
  },
  /** The first request with an Idempotency-Key, kept as long as a caller may repeat it. */
  checkinAttempts: {
    partitionKey: text('attempt'),
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
    partitionKey: text('member'),
    indexes: [],
  },
  /** The public keys of access tokens. A writer of this table can make tokens: only the function `auth` may. */
  signingKeys: {
    partitionKey: text('kid'),
    indexes: [],
    timeToLive: TIME_TO_LIVE_ATTRIBUTE,
  },
} as const satisfies Record<string, TableDefinition>;

export type TableId = keyof typeof tables;
