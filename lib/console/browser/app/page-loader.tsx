import type { ComponentType } from 'preact';
import { findItemId, findPage, PAGE_PERMISSION, type PageId } from '../navigation/page-id.ts';
import { useLayoutEffect } from 'preact/hooks';
import { focusHeading } from '../components/focus.ts';
import { Loading, Notice } from '../components/notice.tsx';
import { PageHeader } from '../components/page.tsx';
import { useLoad, useRetry } from '../components/use-load.ts';
import { rolesWith } from '../../../../shared/rules/roles.ts';
import { hasTexts, openTexts, useLanguageContext, useTexts } from '../language/language.ts';
import { useAddress } from '../navigation/address.tsx';
import { useMay } from '../api/connection.ts';

/** A page in the navigation, or the page of one API client or person. */
type PageFile = PageId | 'client' | 'person';

const ITEM_PAGES: Readonly<Partial<Record<PageId, PageFile>>> = { clients: 'client', users: 'person' };

/** Each page is a separate file that is fetched when it is first opened. */
const PAGES: Readonly<Record<PageFile, () => Promise<ComponentType>>> = {
  clients: async () => (await import('../pages/clients/clients-page.tsx')).ClientsPage,
  client: async () => (await import('../pages/clients/client-page.tsx')).ClientPage,
  members: async () => (await import('../pages/members/members-page.tsx')).MembersPage,
  log: async () => (await import('../pages/log/log-page.tsx')).LogPage,
  help: async () => (await import('../pages/help/help-page.tsx')).HelpPage,
  users: async () => (await import('../pages/users/users-page.tsx')).UsersPage,
  person: async () => (await import('../pages/users/person-page.tsx')).PersonPage,
  today: async () => (await import('../pages/today/today-page.tsx')).TodayPage,
  report: async () => (await import('../pages/report/report-page.tsx')).ReportPage,
  import: async () => (await import('../pages/import/import-page.tsx')).ImportPage,
  try: async () => (await import('../pages/try/try-page.tsx')).TryPage,
};

/** The build replaces this with the scripts that the script of each page imports. */
declare const PAGE_IMPORTS: Readonly<Partial<Record<PageFile, readonly string[]>>>;

const fileAt = (page: PageId, path: string): PageFile =>
  findItemId(path) === undefined ? page : (ITEM_PAGES[page] ?? page);

/** Fetches the script of a page together with those that it imports, which the browser would find only afterwards. */
const fetchPage = (file: PageFile): Promise<ComponentType> => {
  for (const url of PAGE_IMPORTS[file] ?? []) {
    if (document.querySelector(`link[href="${url}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = url;
    document.head.append(link);
  }
  return PAGES[file]();
};

/** Begins to fetch the page at an address before it is known whether the member may see it. */
export const prefetchPage = (path: string): void => {
  const page = findPage(path);
  // The page shows the error when it fetches the script itself.
  if (page) fetchPage(fileAt(page, path)).catch(() => undefined);
};

/** The pages that have been fetched, so that each is fetched only once. */
const loaded = new Map<PageFile, ComponentType>();
let isFirstPage = true;

/** Fetches a page and moves the focus to its heading, except on the first page, where the browser sets the focus. */
export const PageLoader = ({ page }: { readonly page: PageId }) => {
  const t = useTexts('shell');
  const loadedLanguage = useLanguageContext();
  const { language, texts } = loadedLanguage;
  const list = new Intl.ListFormat(language, { type: 'disjunction' });
  const isAllowed = useMay(PAGE_PERMISSION[page]);
  const file = fileAt(page, useAddress().path);
  const { error, reload } = useLoad(`${file} ${language}`, async () => {
    const [fetched] = await Promise.all([loaded.get(file) ?? fetchPage(file), openTexts(loadedLanguage, page)]);
    loaded.set(file, fetched);
  });
  const Page = hasTexts(texts, page) ? loaded.get(file) : undefined;
  const isShown = Page !== undefined;
  useRetry(error !== undefined, reload);
  useLayoutEffect(() => {
    if (!isShown) return;
    if (!isFirstPage) focusHeading();
    isFirstPage = false;
  }, [isShown, file]);
  const problem = isAllowed ? (
    error && <Notice onRetry={reload}>{t.pageFailed}</Notice>
  ) : (
    <Notice tone="info">
      {t.format(t.notYourRole, { role: list.format(rolesWith(PAGE_PERMISSION[page]).map((role) => t.roles[role])) })}
    </Notice>
  );
  if (problem)
    return (
      <>
        <PageHeader title={t.titles[page]} />
        {problem}
      </>
    );
  return Page === undefined ? <Loading /> : <Page />;
};
