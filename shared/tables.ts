import { nearAttributeNames, userAttributeNames } from './rules/attributes.ts';

/** A key attribute. Types are DynamoDB's: `S` string, `N` number. */
export interface KeyAttribute {
  readonly name: string;
  readonly type: 'S' | 'N';
}

interface IndexDefinition {
  readonly name: string;
  readonly partitionKey: KeyAttribute;
  readonly sortKey: KeyAttribute;
  /** The attributes in the index, besides the keys of index and table. */
  readonly projectedAttributes: readonly string[] | 'all';
}

export interface TableDefinition {
  readonly partitionKey: KeyAttribute;
  readonly sortKey?: KeyAttribute;
  readonly indexes: readonly IndexDefinition[];
  /** The attribute with the item's expiry time, in seconds since the Unix epoch. After it, DynamoDB can delete the item. */
  readonly timeToLive?: string;
  readonly stream?: 'NEW_AND_OLD_IMAGES' | 'NEW_IMAGE';
}

interface Projection {
  readonly ProjectionType: 'ALL' | 'KEYS_ONLY' | 'INCLUDE';
  readonly NonKeyAttributes?: string[];
}

/** The projection in DynamoDB's terms. DynamoDB rejects `INCLUDE` without attributes. */
export const projectionOf = ({ projectedAttributes }: IndexDefinition): Projection => {
  if (projectedAttributes === 'all') return { ProjectionType: 'ALL' };
  return projectedAttributes.length === 0
    ? { ProjectionType: 'KEYS_ONLY' }
    : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...projectedAttributes] };
};

const TIME_TO_LIVE_ATTRIBUTE = 'expiresAtSeconds';

const text = <const Name extends string>(name: Name) => ({ name, type: 'S' }) as const;
const number = <const Name extends string>(name: Name) => ({ name, type: 'N' }) as const;

const index = <const Name extends string, Partition extends KeyAttribute, Sort extends KeyAttribute>(
  name: Name,
  partitionKey: Partition,
  sortKey: Sort,
  projectedAttributes: IndexDefinition['projectedAttributes'],
) => ({ name, partitionKey, sortKey, projectedAttributes });

/** Partitioned by the user whom an entry is about. `entry` joins the time and the request's id. */
const log = {
  partitionKey: text('companyUser'),
  sortKey: text('entry'),
  indexes: [
    // All entries of a company, newest last. `companyId` cannot be the key: it is empty in entries about the service itself.
    index('byCompany', text('companyLog'), text('entry'), 'all'),
  ],
  timeToLive: TIME_TO_LIVE_ATTRIBUTE,
} as const satisfies TableDefinition;

export const tables = {
  /**
   * A client (`item` = `client`) or its tombstone, its token families (`family#…`), and what each gate request checks (`access`),
   * without the digests of secrets. Only clients are in the index `byCompany`.
   */
  apiClients: {
    partitionKey: text('clientId'),
    sortKey: text('item'),
    indexes: [index('byCompany', text('companyId'), number('createdAt'), 'all')],
    timeToLive: TIME_TO_LIVE_ATTRIBUTE,
  },
  /**
   * A user; claims, which keep badges and e-mail addresses unique; a search item for each word of the name. Only users are in
   * `byCompany`.
   */
  users: {
    partitionKey: text('userKey'),
    indexes: [
      index('byCompany', text('companyId'), number('id'), userAttributeNames),
      // Folded text, to search and sort people by. `searchIn` joins the company and the list: all users sorted by name, or claims and
      // search items sorted by their texts (badges, e-mail addresses, words of names).
      index('byText', text('searchIn'), text('searchText'), ['id', 'userId']),
    ],
  },
  /** Indexes have only attributes that a check-in does not change, so a check-in writes to no index. */
  bookings: {
    partitionKey: text('companyUser'),
    sortKey: text('bookingId'),
    indexes: [
      index('byNoShow', text('companyUser'), number('noShowAt'), ['checkinOpensAt', ...nearAttributeNames]),
      // `companyDay` joins the company and the UTC day of `checkinOpensAt`.
      index('byCompanyDay', text('companyDay'), number('checkinOpensAt'), [
        'companyId',
        'userId',
        ...nearAttributeNames,
        'noShowAt',
      ]),
    ],
    timeToLive: TIME_TO_LIVE_ATTRIBUTE,
    stream: 'NEW_AND_OLD_IMAGES',
  },
  /** Attempts, kept for the time in which a caller can retry. */
  checkinAttempts: {
    partitionKey: text('attempt'),
    indexes: [],
    timeToLive: TIME_TO_LIVE_ATTRIBUTE,
  },
  checkinLog: log,
  /** Functions only add and read items. */
  auditLog: { ...log, stream: 'NEW_AND_OLD_IMAGES' },
  /** The personal data of each audit entry, under the entry's key. It is deleted when the person is removed. */
  auditDetails: { ...log, indexes: [] },
  /**
   * One item per company with its members and invitations, so that one conditional write can ensure that an owner remains; one
   * item per identity with its company; one item per invited person with the companies that invite the person.
   */
  members: {
    partitionKey: text('member'),
    indexes: [],
  },
  /** Write access is enough to forge tokens, so only the function `auth` has it. */
  signingKeys: {
    partitionKey: text('kid'),
    indexes: [],
    timeToLive: TIME_TO_LIVE_ATTRIBUTE,
  },
} as const satisfies Record<string, TableDefinition>;

export type TableId = keyof typeof tables;

export const allTableIds = Object.keys(tables) as TableId[];

/** Returns the names of the attributes in the table's primary key. */
export const keyNamesOf = (id: TableId): string[] => {
  const { partitionKey, sortKey }: TableDefinition = tables[id];
  return [partitionKey, ...(sortKey ? [sortKey] : [])].map(({ name }) => name);
};
