/** The pages, in the order of the navigation. */
export const PAGE_GROUPS = {
  people: ['today', 'users', 'try', 'import'],
  access: ['clients', 'keys', 'members'],
  more: ['log', 'help'],
} as const;

export type PageGroup = keyof typeof PAGE_GROUPS;
export type PageId = (typeof PAGE_GROUPS)[PageGroup][number];

const ids: readonly PageId[] = Object.values(PAGE_GROUPS).flat();

/** The page at an address; undefined if there is none. */
export const findPage = (path: string): PageId | undefined => {
  const name = path.split('/')[2];
  return ids.find((id) => id === name);
};

/** The address of a page and its state, such as `/console/log?user=42`. */
export const addressOf = (page: PageId, query: Readonly<Record<string, string>> = {}): string => {
  const text = new URLSearchParams(query).toString();
  return `/console/${page}${text === '' ? '' : `?${text}`}`;
};

/** The id at the end of an address, such as the client's id in `/console/clients/{clientId}`. */
export const findItemId = (path: string): string | undefined => {
  const id = path.split('/')[3] ?? '';
  return id === '' ? undefined : decodeURIComponent(id);
};

/** The address of the page of one person or API client. */
export const addressOfOne = (page: PageId, id: string | number): string =>
  `${addressOf(page)}/${encodeURIComponent(id)}`;
