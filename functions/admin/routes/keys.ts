import { formatDateTime, formatOptional } from '../../../shared/domain/instant.ts';
import { listKeys as listSigningKeys } from '../../../shared/use-cases/keys/keys.ts';
import type { RouteHandler } from '../route-context.ts';

export const listKeys: RouteHandler<'listKeys'> = async ({ keys, publicKeys, now }) => {
  const items = (await listSigningKeys({ keys, publicKeys }, now())).map(({ kind, ...key }) => ({
    ...key,
    use: kind,
    createdAt: formatDateTime(key.createdAt),
    signsFrom: formatOptional(key.signsFrom),
    verifiesUntil: formatOptional(key.verifiesUntil),
  }));
  return { items };
};
