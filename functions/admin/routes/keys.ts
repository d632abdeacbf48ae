import type { ListKeysResponse } from '../../../shared/console-api/keys.ts';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import { listKeys as listSigningKeys } from '../../../shared/use-cases/keys/list-keys.ts';
import type { RouteHandler } from '../route-context.ts';

/** GET /keys */
export const listKeys: RouteHandler = async ({ keys, now }) => {
  const items = (await listSigningKeys(keys, now())).map(({ keyId, kind, status, createdAt, signsFrom }) => ({
    keyId,
    use: kind,
    status,
    createdAt: formatDateTime(createdAt),
    signsFrom: formatDateTime(signsFrom),
  }));
  const body: ListKeysResponse = { items };
  return { statusCode: 200, body };
};
