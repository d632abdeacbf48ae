import type { ListKeysResponse } from '../../../shared/console-api/keys.ts';
import { formatDateTime, type Instant } from '../../../shared/domain/instant.ts';
import { listKeys as listSigningKeys } from '../../../shared/use-cases/keys/list-keys.ts';
import type { RouteHandler } from '../route-context.ts';

const optional = <Name extends string>(name: Name, moment: Instant | undefined) =>
  (moment === undefined ? {} : { [name]: formatDateTime(moment) }) as { readonly [Key in Name]?: string };

/** GET /keys */
export const listKeys: RouteHandler = async ({ keys, publicKeys, now }) => {
  const items = (await listSigningKeys({ keys, publicKeys }, now())).map(
    ({ keyId, kind, status, createdAt, signsFrom, publicKey, verifiesUntil }) => ({
      keyId,
      use: kind,
      status,
      createdAt: formatDateTime(createdAt),
      ...optional('signsFrom', signsFrom),
      ...(publicKey !== undefined && { publicKey }),
      ...optional('verifiesUntil', verifiesUntil),
    }),
  );
  const body: ListKeysResponse = { items };
  return { statusCode: 200, body };
};
