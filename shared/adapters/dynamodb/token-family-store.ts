import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { liveGeneration, type TokenFamily, type TokenFamilyStore } from '../../domain/token-family.ts';
import { inSeconds } from '../../domain/instant.ts';
import { CLIENT_ITEM, clientKey, toLiveClient } from './api-client-store.ts';
import { conditionalWrite, getItem, type Database, type Item } from './database.ts';
import { joinKey } from './join-key.ts';
import { readBatch } from './batches.ts';

const keyOf = (clientId: string, familyId: string) => ({ clientId, item: joinKey('family', familyId) });

const toItem = (family: TokenFamily) => ({
  ...family,
  ...keyOf(family.clientId, family.familyId),
  liveNumber: liveGeneration(family).number,
  expiresAtSeconds: inSeconds(family.expiresAt),
});

const toFamily = (item: Item): TokenFamily => {
  const { item: _, liveNumber, expiresAtSeconds, ...family } = item;
  return family as unknown as TokenFamily;
};

export const makeTokenFamilyStore = (database: Database, table: string): TokenFamilyStore => ({
  async find(clientId, familyId) {
    const item = await getItem(database, table, keyOf(clientId, familyId));
    return item && toFamily(item);
  },
  async findWithClient(clientId, familyId) {
    const items = await readBatch(database, table, [clientKey(clientId), keyOf(clientId, familyId)]);
    const client = toLiveClient(items.find(({ item }) => item === CLIENT_ITEM));
    const family = items.find(({ item }) => item !== CLIENT_ITEM);
    return { client, ...(family && { family: toFamily(family) }) };
  },
  async start(family) {
    // The SDK retries a write that gets no response in time, and the first try might arrive after the retry. The late write
    // must not overwrite a family that has been rotated or revoked meanwhile. Each id is used for only one family, so a family
    // that already exists was written by this call.
    const ConditionExpression = 'attribute_not_exists(clientId)';
    await conditionalWrite(database, new PutCommand({ TableName: table, Item: toItem(family), ConditionExpression }));
  },
  async rotate(before, after) {
    const { liveNumber, expiresAtSeconds } = toItem(after);
    const update = new UpdateCommand({
      TableName: table,
      Key: keyOf(before.clientId, before.familyId),
      UpdateExpression:
        'SET liveNumber = :next, generations = :generations, expiresAt = :expiresAt, expiresAtSeconds = :expiresAtSeconds',
      // DynamoDB can delete expired items days late, so the expiry is checked here too.
      ConditionExpression: 'liveNumber = :live AND revoked = :false AND expiresAt > :now',
      ExpressionAttributeValues: {
        ':live': liveGeneration(before).number,
        ':next': liveNumber,
        ':generations': after.generations,
        ':expiresAt': after.expiresAt,
        ':expiresAtSeconds': expiresAtSeconds,
        ':now': liveGeneration(after).issuedAt,
        ':false': false,
      },
    });
    return (await conditionalWrite(database, update)).isWritten;
  },
  async revoke(clientId, familyId) {
    const update = new UpdateCommand({
      TableName: table,
      Key: keyOf(clientId, familyId),
      UpdateExpression: 'SET revoked = :true',
      ConditionExpression: 'attribute_exists(clientId)',
      ExpressionAttributeValues: { ':true': true },
    });
    await conditionalWrite(database, update);
  },
});
