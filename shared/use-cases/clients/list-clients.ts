import type { ApiClient, ApiClientRegistry, ClientPage, ClientPosition } from '../../domain/api-client.ts';

/** A query of a company's clients. */
export interface ClientListQuery {
  readonly companyId: string;
  /** Only clients whose name or id contains this, in any case. */
  readonly part?: string | undefined;
  /** The maximum number of clients. */
  readonly limit: number;
  /** The `next` of the previous page. */
  readonly after?: ClientPosition | undefined;
}

/** A filtered list reads this many clients at once, and so many times for one page. */
const CLIENTS_AT_ONCE = 100;
const MAX_READS_PER_PAGE = 10;

const contains = (part: string) => {
  const wanted = part.toLowerCase();
  return ({ name, clientId }: ApiClient): boolean =>
    [name, clientId].some((text) => text.toLowerCase().includes(wanted));
};

const positionOf = ({ clientId, createdAt }: ApiClient): ClientPosition => ({ clientId, createdAt });

/**
 * One page of a company's clients in the order of their creation. With `part`, a page can be short or empty and still have a `next`.
 */
export const listClients = async (
  apiClients: Pick<ApiClientRegistry, 'listByCompany'>,
  { companyId, part, limit, after }: ClientListQuery,
): Promise<ClientPage> => {
  if (part === undefined) return apiClients.listByCompany(companyId, { limit, ...(after && { after }) });
  const isWanted = contains(part);
  const items: ApiClient[] = [];
  let next = after;
  for (let reads = 1; reads <= MAX_READS_PER_PAGE; reads += 1) {
    const page = await apiClients.listByCompany(companyId, { limit: CLIENTS_AT_ONCE, ...(next && { after: next }) });
    for (const [index, client] of page.items.entries()) {
      if (!isWanted(client)) continue;
      items.push(client);
      const isLast = index === page.items.length - 1 && page.next === undefined;
      if (items.length === limit) return { items, ...(!isLast && { next: positionOf(client) }) };
    }
    if (page.next === undefined) return { items };
    ({ next } = page);
  }
  return { items, ...(next && { next }) };
};
