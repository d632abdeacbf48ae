/** The pages, in the order of the navigation. */
export const PAGE_GROUPS = {
  people: ['today', 'users', 'try', 'import'],
  access: ['clients', 'keys', 'members'],
  more: ['log', 'help'],
} as const;

export type PageGroup = keyof typeof PAGE_GROUPS;
export type PageId = (typeof PAGE_GROUPS)[PageGroup][number];

const ids: readonly PageId[] = Object.values(PAGE_GROUPS).flat();

/** The page that an address names, if there is one of that name. */
export const findPage = (path: string): PageId | undefined => {
  const name = path.split('/')[2];
  return ids.find((id) => id === name);
};

/** The address of a page and its state, such as `/console/users?by=id&user=42`. */
export const addressOf = (page: PageId, query: Readonly<Record<string, string>> = {}): string => {
  const text = new URLSearchParams(query).toString();
  return `/console/${page}${text === '' ? '' : `?${text}`}`;
};

/** The id of the one thing that an address is about, such as the API client of `/console/clients/{clientId}`. */
export const findOne = (path: string): string | undefined => {
  const id = path.split('/')[3] ?? '';
  return id === '' ? undefined : decodeURIComponent(id);
};

/** The address of the page about one thing. */
export const addressOfOne = (page: PageId, id: string | number): string =>
  `${addressOf(page)}/${encodeURIComponent(id)}`;
