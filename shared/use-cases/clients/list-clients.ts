import type { ApiClient, ApiClientRegistry, ClientPage, ClientPosition } from '../../domain/api-client.ts';
import { statusOf } from '../../domain/client-status.ts';
import type { Instant } from '../../domain/instant.ts';
import type { ClientStatus } from '../../rules/api-clients.ts';

/** A query of a company's clients. */
export interface ClientListQuery {
  readonly companyId: string;
  /** Only clients whose name or id contains this, in any case. */
  readonly nameOrIdContains?: string | undefined;
  /** Only clients with this status. */
  readonly status?: ClientStatus | undefined;
  /** The maximum number of clients. */
  readonly limit: number;
  /** The `next` of the previous page. */
  readonly after?: ClientPosition | undefined;
}

/** A filtered list reads this many clients at a time, at most {@link MAX_READS_PER_PAGE} times for one page. */
const CLIENTS_AT_ONCE = 100;
const MAX_READS_PER_PAGE = 10;

const contains = ({ name, clientId }: ApiClient, nameOrIdContains: string): boolean =>
  [name, clientId].some((text) => text.toLowerCase().includes(nameOrIdContains.toLowerCase()));

const positionOf = ({ clientId, createdAt }: ApiClient): ClientPosition => ({ clientId, createdAt });

/**
 * One page of a company's clients in the order of their creation. With `nameOrIdContains` or `status`, a page can be short or empty
 * and still have a `next`.
 * @param now the moment of the status
 */
export const listClients = async (
  apiClients: Pick<ApiClientRegistry, 'listByCompany'>,
  { companyId, nameOrIdContains, status, limit, after }: ClientListQuery,
  now: Instant,
): Promise<ClientPage> => {
  if (nameOrIdContains === undefined && status === undefined)
    return apiClients.listByCompany(companyId, { limit, after });
  const isWanted = (client: ApiClient): boolean =>
    (nameOrIdContains === undefined || contains(client, nameOrIdContains)) &&
    (status === undefined || statusOf(client, now) === status);
  const items: ApiClient[] = [];
  let next = after;
  for (let reads = 1; reads <= MAX_READS_PER_PAGE; reads += 1) {
    const page = await apiClients.listByCompany(companyId, { limit: CLIENTS_AT_ONCE, after: next });
    for (const [index, client] of page.items.entries()) {
      if (!isWanted(client)) continue;
      items.push(client);
      const isLast = index === page.items.length - 1 && page.next === undefined;
      if (items.length === limit) return { items, ...(!isLast && { next: positionOf(client) }) };
    }
    if (page.next === undefined) return { items };
    ({ next } = page);
  }
  return { items, next };
};
