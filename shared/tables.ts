/**
 * The tables, said once: the stack creates them in AWS, the local service in its embedded DynamoDB, and the stores read
 * and write by these names. Attribute types are DynamoDB's: `S` text, `N` number.
 */
export interface KeyAttribute {
  readonly name: string;
  readonly type: 'S' | 'N';
}

export interface IndexDefinition {
  readonly name: string;
  readonly partitionKey: KeyAttribute;
  readonly sortKey: KeyAttribute;
  readonly projectedAttributes: readonly string[];
}

export interface TableDefinition {
  readonly partitionKey: KeyAttribute;
  readonly sortKey?: KeyAttribute;
  readonly indexes: readonly IndexDefinition[];
  /** The attribute (seconds since the epoch) after which DynamoDB may delete an item by itself. */
  readonly timeToLive?: string;
  readonly stream?: 'NEW_AND_OLD_IMAGES';
}

/** Attribute that DynamoDB's time to live reads; in seconds, as the service wants it. */
export const TIME_TO_LIVE_ATTRIBUTE = 'expiresAtSeconds';

export const tables = {
  /** An API client (`item` = `client`) and its token families (`item` = `family#…`). */
  apiClients: {
    partitionKey: { name: 'clientId', type: 'S' },
    sortKey: { name: 'item', type: 'S' },
    indexes: [],
    timeToLive: TIME_TO_LIVE_ATTRIBUTE,
  },
  /** A user under its id, and look-up items under its uid and its e-mail address, which keep these two unique. */
  users: {
    partitionKey: { name: 'userKey', type: 'S' },
    indexes: [],
  },
  /** A booking under its user. The index projects only what a check-in does not change, so that a check-in writes no index. */
  bookings: {
    partitionKey: { name: 'companyUser', type: 'S' },
    sortKey: { name: 'bookingId', type: 'S' },
    indexes: [
      {
        name: 'byNoShow',
        partitionKey: { name: 'companyUser', type: 'S' },
        sortKey: { name: 'noShowAt', type: 'N' },
        projectedAttributes: ['checkinOpensAt'],
      },
    ],
    stream: 'NEW_AND_OLD_IMAGES',
  },
  /** What an Idempotency-Key stood for the first time, kept until no caller can still be repeating it. */
  checkinAttempts: {
    partitionKey: { name: 'attempt', type: 'S' },
    indexes: [],
    timeToLive: TIME_TO_LIVE_ATTRIBUTE,
  },
} as const satisfies Record<string, TableDefinition>;

export type TableId = keyof typeof tables;
