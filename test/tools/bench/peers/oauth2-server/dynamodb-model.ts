import { createHash, timingSafeEqual } from 'node:crypto';
import { DeleteCommand, GetCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ClientCredentialsModel, RefreshTokenModel } from '@node-oauth/oauth2-server';
import type { TableDefinition } from '../../../../../shared/tables.ts';

/** Clients, access tokens and refresh tokens, an item each. */
export const oauthTable = {
  partitionKey: { name: 'id', type: 'S' },
  indexes: [],
  timeToLive: 'expiresAtSeconds',
} as const satisfies TableDefinition;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const toSeconds = (date: Date | undefined): number => Math.ceil((date?.getTime() ?? 0) / 1_000);

/** The model that @node-oauth/oauth2-server asks its user to write, on DynamoDB. */
export const makeModel = (database: DynamoDBDocumentClient, TableName: string) => {
  const read = async (id: string) =>
    (await database.send(new GetCommand({ TableName, Key: { id }, ConsistentRead: true }))).Item;

  const put = (Item: Record<string, unknown>) => database.send(new PutCommand({ TableName, Item }));

  const toClient = (clientId: string) => ({ id: clientId, grants: ['client_credentials', 'refresh_token'] });

  const model: ClientCredentialsModel & RefreshTokenModel = {
    async getClient(clientId, clientSecret) {
      const item = await read(`client-${clientId}`);
      const isRight = item && timingSafeEqual(digest(clientSecret), Buffer.from(item['digest'] as string, 'hex'));
      return isRight ? toClient(clientId) : undefined;
    },
    getUserFromClient: async ({ id }) => ({ id }),
    async saveToken(token, client, user) {
      const common = { clientId: client.id, userId: user['id'] as string };
      const writes = [
        put({
          id: `access-${token.accessToken}`,
          ...common,
          expiresAtSeconds: toSeconds(token.accessTokenExpiresAt),
        }),
      ];
      if (token.refreshToken)
        writes.push(
          put({
            id: `refresh-${token.refreshToken}`,
            ...common,
            expiresAtSeconds: toSeconds(token.refreshTokenExpiresAt),
          }),
        );
      await Promise.all(writes);
      return { ...token, client, user };
    },
    async getAccessToken(accessToken) {
      const item = await read(`access-${accessToken}`);
      if (!item) return undefined;
      const accessTokenExpiresAt = new Date((item['expiresAtSeconds'] as number) * 1_000);
      return { accessToken, accessTokenExpiresAt, client: toClient(item['clientId'] as string), user: item };
    },
    async getRefreshToken(refreshToken) {
      const item = await read(`refresh-${refreshToken}`);
      if (!item) return undefined;
      const refreshTokenExpiresAt = new Date((item['expiresAtSeconds'] as number) * 1_000);
      const user = { id: item['userId'] as string };
      return { refreshToken, refreshTokenExpiresAt, client: toClient(item['clientId'] as string), user };
    },
    /** Deleting tells whether it was there: of two refreshes at once, one is refused. */
    async revokeToken({ refreshToken }) {
      const Key = { id: `refresh-${refreshToken}` };
      const { Attributes } = await database.send(new DeleteCommand({ TableName, Key, ReturnValues: 'ALL_OLD' }));
      return Attributes !== undefined;
    },
  };

  return {
    model,
    register: (clientId: string, clientSecret: string) =>
      put({ id: `client-${clientId}`, digest: digest(clientSecret).toString('hex') }),
  };
};
