import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { TextEntry, UserTexts } from '../../domain/user-texts.ts';
import type { Database } from './database.ts';
import { textAttributes } from './user-look-ups.ts';

/** A claim or search item has `userId`; a user's own item has `id`. */
const toEntry = ({ id, userId = id, searchText, userKey }: Record<string, unknown>): TextEntry =>
  ({ userId, text: searchText, key: userKey }) as TextEntry;

export const makeUserTexts = (database: Database, table: string): UserTexts => ({
  async read(companyId, list, { prefix, limit, after }) {
    const { searchIn } = textAttributes(companyId, list, '');
    const page = await database.send(
      new QueryCommand({
        TableName: table,
        IndexName: 'byText',
        // DynamoDB rejects an empty value in a key condition.
        KeyConditionExpression: `searchIn = :in${prefix === '' ? '' : ' AND begins_with(searchText, :prefix)'}`,
        ExpressionAttributeValues: { ':in': searchIn, ...(prefix !== '' && { ':prefix': prefix }) },
        Limit: limit,
        ...(after && { ExclusiveStartKey: { userKey: after.key, ...textAttributes(companyId, list, after.text) } }),
      }),
    );
    return { entries: (page.Items ?? []).map(toEntry), isLast: page.LastEvaluatedKey === undefined };
  },
});
