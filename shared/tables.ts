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
  /** The attribute that holds the time (seconds since the Unix epoch) after which DynamoDB may delete an item. */
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

/** A log, partitioned by the user whom an entry is about. `entry` joins the moment and the request's id. */
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
   * An API client (`item` = `client`), or its tombstone, and its token families (`item` = `family#…`). Copies of the attributes that
   * every gate request checks (`item` = `access`) have partition keys of their own, to spread reads. Only clients have both keys of
   * the index `byCompany`.
   */
  apiClients: {
    partitionKey: text('clientId'),
    sortKey: text('item'),
    indexes: [
      index('byCompany', text('companyId'), number('createdAt'), 'all'),
      // Keys only, so that updating `lastSeenAt` (at most hourly) does not write to this index.
      index('byReview', text('reviewQueue'), number('reviewAt'), []),
    ],
    timeToLive: TIME_TO_LIVE_ATTRIBUTE,
  },
  /**
   * A user under its id; claims under its badges and its e-mail address, which keep these unique; and a search item for each word of
   * its name. Only users have a `companyId`, so the index `byCompany` holds no other items.
   */
  users: {
    partitionKey: text('userKey'),
    indexes: [
      index('byCompany', text('companyId'), number('id'), ['name', 'uid', 'uids', 'email', 'language']),
      // Folded text, to search and sort people by. `searchIn` joins the company and the list: all users sorted by name, or claims and
      // search items sorted by their texts (badges, e-mail addresses, words of names).
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
  /** The first request with an Idempotency-Key, kept as long as a caller may retry it. */
  checkinAttempts: {
    partitionKey: text('attempt'),
    indexes: [],
    timeToLive: TIME_TO_LIVE_ATTRIBUTE,
  },
  /** Check-in requests, one item each. */
  checkinLog: log,
  /** Administrative actions, one item each. Functions only add and read items; an item goes only when its time to live ends. */
  auditLog: { ...log, stream: 'NEW_IMAGE' },
  /** What an entry of the audit log says about a person, under the entry's key. Deleted with the person. */
  auditDetails: { ...log, indexes: [] },
  /**
   * Who may use the console, and in which role: one item per company with all its members and invitations, so that one conditional
   * write can ensure that an owner remains; one item per identity (issuer and subject of its tokens) with its company; and one item
   * per invited address or subject with the companies that invite it.
   */
  members: {
    partitionKey: text('member'),
    indexes: [],
  },
  /** The public keys of access tokens. Write access is enough to forge tokens, so only the function `auth` has it. */
  signingKeys: {
    partitionKey: text('kid'),
    indexes: [],
    timeToLive: TIME_TO_LIVE_ATTRIBUTE,
  },
} as const satisfies Record<string, TableDefinition>;

export type TableId = keyof typeof tables;
