import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  UpdateCommand,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { TableDefinition } from '../../../../shared/tables.ts';

/** The table of oidc-provider's example adapter for DynamoDB, without its indexes, which the bench does not use. */
export const oidcTable = {
  partitionKey: { name: 'modelId', type: 'S' },
  indexes: [],
  timeToLive: 'expiresAt',
} as const satisfies TableDefinition;

const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

/** Makes an adapter for oidc-provider that stores each token, grant or client as one item. The bench saves each only once. */
export const makeAdapter = (database: DynamoDBDocumentClient, TableName: string) => {
  const findPayload = async (modelId: string): Promise<AdapterPayload | undefined> => {
    const { Item } = await database.send(new GetCommand({ TableName, Key: { modelId }, ConsistentRead: true }));
    if (!Item || (Item['expiresAt'] !== undefined && Item['expiresAt'] <= nowSeconds())) return undefined;
    const consumed = Item['consumedAtSeconds'] !== undefined && { consumed: Item['consumedAtSeconds'] as number };
    return { ...(Item['payload'] as AdapterPayload), ...consumed };
  };

  return (name: string): Adapter => {
    const keyOf = (id: string): string => `${name}-${id}`;
    return {
      async upsert(id, payload, expiresIn) {
        const Item = { modelId: keyOf(id), payload, ...(expiresIn && { expiresAt: nowSeconds() + expiresIn }) };
        // As in the service, a late retry of the SDK must not overwrite a token that has been consumed meanwhile.
        const ConditionExpression = 'attribute_not_exists(modelId)';
        await database.send(new PutCommand({ TableName, Item, ConditionExpression })).catch((error: unknown) => {
          if (!(error instanceof ConditionalCheckFailedException)) throw error;
        });
      },
      find: (id) => findPayload(keyOf(id)),
      findByUserCode: async () => undefined,
      findByUid: async () => undefined,
      async consume(id) {
        const update = new UpdateCommand({
          TableName,
          Key: { modelId: keyOf(id) },
          UpdateExpression: 'SET consumedAtSeconds = :now',
          ConditionExpression: 'attribute_exists(modelId)',
          ExpressionAttributeValues: { ':now': nowSeconds() },
        });
        await database.send(update);
      },
      async destroy(id) {
        await database.send(new DeleteCommand({ TableName, Key: { modelId: keyOf(id) } }));
      },
      // Only the reuse of a token revokes a grant, and the bench uses each token once.
      revokeByGrantId: () => Promise.reject(new Error('no token is reused here')),
    };
  };
};
