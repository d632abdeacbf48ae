import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import {
  foldText,
  rotationsOf,
  toSortText,
  truncateForIndex,
  type TextEntry,
  type TextList,
  type UserSearchIndex,
} from '../../domain/search-text.ts';
import type { UserProfile } from '../../domain/user.ts';
import { lookUpsOfUser } from '../../domain/identifiers.ts';
import { searchedNames, type UserAttributeName } from '../../rules/attributes.ts';
import { joinKey } from './join-key.ts';
import { claimKey } from './user-reader.ts';
import type { Database } from './database.ts';

const listKey = (companyId: string, list: TextList): string => joinKey(companyId, list);

const textAttributes = (companyId: string, list: TextList, searchText: string) => ({
  searchIn: listKey(companyId, list),
  searchText,
});

/**
 * A claim or a search item. A claim reserves an identifier for one user. The text of a search item is the user's name, rotated so
 * that one of its words comes first.
 */
export interface LookUpItem {
  readonly field: UserAttributeName;
  readonly item: Readonly<Record<string, unknown>> & { readonly userKey: string; readonly userId: number };
}

/** Returns a user's claims and search items. If several of them have the same text, only the first is in the index `byText`. */
export const lookUpItemsOf = (user: UserProfile): LookUpItem[] => {
  const { companyId, id: userId } = user;
  const claims = lookUpsOfUser(user).map(([field, value]) => ({
    field,
    text: truncateForIndex(foldText(value)),
    ...claimKey(companyId, [field, value]),
  }));
  const words = searchedNames.flatMap((field) =>
    rotationsOf(user[field]).map((text, index) => ({ field, text, userKey: joinKey(companyId, field, userId, index) })),
  );
  const all = [...claims, ...words];
  // Nothing is left of a badge that is only an apostrophe or an accent, and DynamoDB rejects an empty key.
  const isIndexed = (text: string, index: number): boolean =>
    text !== '' && all.findIndex((other) => other.text === text) === index;
  return all.map(({ field, text, userKey }, index) => ({
    field,
    item: {
      userKey,
      userId,
      ...(isIndexed(text, index) && textAttributes(companyId, 'texts', text)),
    },
  }));
};

export const nameAttributes = (user: UserProfile) => textAttributes(user.companyId, 'names', toSortText(user));

/** A claim or search item has `userId`; a user's own item has `id`. */
const toEntry = ({ id, userId = id, searchText, userKey }: Record<string, unknown>): TextEntry =>
  ({ userId, text: searchText, key: userKey }) as TextEntry;

export const makeUserSearchIndex = (database: Database, table: string): UserSearchIndex => ({
  async read(companyId, list, { prefix, limit, after }) {
    const page = await database.send(
      new QueryCommand({
        TableName: table,
        IndexName: 'byText',
        // DynamoDB rejects an empty value in a key condition.
        KeyConditionExpression: `searchIn = :in${prefix === '' ? '' : ' AND begins_with(searchText, :prefix)'}`,
        ExpressionAttributeValues: { ':in': listKey(companyId, list), ...(prefix !== '' && { ':prefix': prefix }) },
        Limit: limit,
        ...(after && { ExclusiveStartKey: { userKey: after.key, ...textAttributes(companyId, list, after.text) } }),
      }),
    );
    return { entries: (page.Items ?? []).map(toEntry), isLast: page.LastEvaluatedKey === undefined };
  },
});
