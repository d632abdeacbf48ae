import type { ComponentType, JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { Notice } from '../components/notice.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Loading } from '../components/loaded.tsx';
import { useLoad } from '../components/use-load.ts';
import { rolesWith } from '../../../../shared/rules/roles.ts';
import { useLanguage, useTexts } from '../language/language.ts';
import { useAddress } from '../navigation/address.ts';
import { findItemId, PAGE_PERMISSION, type PageId } from '../navigation/page-id.ts';
import { PAGES, ITEM_PAGES, type PageFile } from '../pages/pages.ts';
import { useMay } from '../session/member.ts';
import { shellMessages } from './shell-messages.ts';
import { useRetry } from './use-retry.ts';

/** The pages that have been fetched, so that each is fetched only once. */
const loaded = new Map<PageFile, ComponentType>();
let isFirstPage = true;

/** Fetches a page and moves the focus to its heading, except on the first page, where the browser sets the focus. */
export const PageLoader = ({ page }: { readonly page: PageId }): JSX.Element => {
  const t = useTexts(shellMessages);
  const names = new Intl.ListFormat(useLanguage(), { type: 'disjunction' });
  const isAllowed = useMay(PAGE_PERMISSION[page]);
  const idInPath = findItemId(useAddress().path);
  const file = (idInPath !== undefined && ITEM_PAGES[page]) || page;
  const { error, reload } = useLoad(file, async () => {
    if (!loaded.has(file)) loaded.set(file, await PAGES[file]());
  });
  const Page = loaded.get(file);
  const isShown = Page !== undefined;
  useRetry(error !== undefined, reload);
  useLayoutEffect(() => {
    if (!isShown) return;
    if (!isFirstPage) document.querySelector<HTMLElement>('h1')?.focus();
    isFirstPage = false;
  }, [isShown, file]);
  const problem = !isAllowed ? (
    <Notice kind="info">
      {t.notYourRole(names.format(rolesWith(PAGE_PERMISSION[page]).map((role) => t.roles[role])))}
    </Notice>
  ) : error === undefined ? undefined : (
    <Notice kind="error" onRetry={reload}>
      {t.pageFailed}
    </Notice>
  );
  if (problem !== undefined)
    return (
      <>
        <PageHeader title={t.titles[page]} />
        {problem}
      </>
    );
  return Page === undefined ? <Loading /> : <Page />;
};
