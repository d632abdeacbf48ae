import type { ApiClient, ApiClientRegistry, ClientPosition } from '../../domain/api-client.ts';
import type { Page } from '../../domain/page.ts';

interface ClientListQuery {
  readonly companyId: string;
  /** Case is ignored. */
  readonly nameOrIdContains?: string | undefined;
  readonly limit: number;
  readonly after?: ClientPosition | undefined;
}

/** A filtered list reads this many clients at a time, at most {@link MAX_READS_PER_PAGE} times for one page. */
const CLIENTS_AT_ONCE = 100;
const MAX_READS_PER_PAGE = 10;

const contains = ({ name, clientId }: ApiClient, nameOrIdContains: string): boolean =>
  [name, clientId].some((text) => text.toLowerCase().includes(nameOrIdContains.toLowerCase()));

const positionOf = ({ clientId, createdAt }: ApiClient): ClientPosition => ({ clientId, createdAt });

/** Lists clients in the order of creation. With a filter, a page can be short or empty and still have a `next`. */
export const listClients = async (
  apiClients: Pick<ApiClientRegistry, 'listByCompany'>,
  { companyId, nameOrIdContains, limit, after }: ClientListQuery,
): Promise<Page<ApiClient, ClientPosition>> => {
  if (nameOrIdContains === undefined) return apiClients.listByCompany(companyId, { limit, after });
  const items: ApiClient[] = [];
  let next = after;
  for (let reads = 1; reads <= MAX_READS_PER_PAGE; reads += 1) {
    const page = await apiClients.listByCompany(companyId, { limit: CLIENTS_AT_ONCE, after: next });
    for (const [index, client] of page.items.entries()) {
      if (!contains(client, nameOrIdContains)) continue;
      items.push(client);
      const isLast = index === page.items.length - 1 && page.next === undefined;
      if (items.length === limit) return { items, ...(!isLast && { next: positionOf(client) }) };
    }
    if (page.next === undefined) return { items };
    ({ next } = page);
  }
  return { items, next };
};
