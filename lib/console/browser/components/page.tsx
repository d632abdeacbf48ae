import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useTexts } from '../language/language.ts';
import { ApiError } from '../api/connection.ts';
import { Link } from '../navigation/address.tsx';
import { addressOf, type PageId } from '../navigation/page-id.ts';
import { Loaded } from './notice.tsx';
import { ZoneNote } from './moment.tsx';
import type { Load } from './use-load.ts';

interface PageHeaderProps {
  readonly title: string;
  readonly intro?: ComponentChildren;
  /** A link to the parent page. */
  readonly back?: ComponentChildren;
  /** The page's main action, on the right. */
  readonly children?: ComponentChildren;
  /** A small control beside the heading. */
  readonly aside?: ComponentChildren;
}

/** The page's heading. `tabIndex` lets the page loader focus it when the page opens. */
export const PageHeader = ({ title, intro, back, children, aside }: PageHeaderProps) => {
  const product = useTexts().product;
  // Before the page is painted: a screen reader may read the title together with the new heading.
  useLayoutEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
  return (
    <header class="page-header">
      <div>
        {back !== undefined && <p class="back">{back}</p>}
        <h1 tabIndex={-1}>{title}</h1>
        {intro !== undefined && <p class="intro">{intro}</p>}
      </div>
      {aside}
      {children !== undefined && <div class="actions">{children}</div>}
    </header>
  );
};

interface EmptyStateProps {
  readonly title: string;
  readonly action?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Replaces an empty table. Says what the table would contain and what to do next. */
export const EmptyState = ({ title, action, children }: EmptyStateProps) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    <p>{children}</p>
    {action !== undefined && <div class="actions">{action}</div>}
  </div>
);

/** Replaces a table whose filters match nothing. */
export const NoMatch = ({ onClear }: { readonly onClear: () => void }) => {
  const t = useTexts();
  const action = <button onClick={onClear}>{t.clearFilters}</button>;
  return (
    <EmptyState title={t.noMatch} action={action}>
      {t.noMatchHint}
    </EmptyState>
  );
};

export const Badge = ({
  tone,
  children,
}: {
  tone: 'good' | 'bad' | 'warn' | 'info' | 'plain';
  children: ComponentChildren;
}) => <span class={`badge ${tone}`}>{children}</span>;

interface PageOfOneProps<T> {
  /** The page with the list. */
  readonly parent: PageId;
  readonly load: Load<T>;
  readonly title: (data: T) => string;
  readonly intro?: (data: T) => ComponentChildren;
  readonly notFound: { readonly title: string; readonly text: string };
  readonly children: (data: T) => ComponentChildren;
}

/** The page of one item of a list, with a link back to the list. */
export const PageOfOne = <T,>(props: PageOfOneProps<T>) => {
  const { parent, load, notFound } = props;
  const parentTitle = useTexts().titles[parent];
  const back = <Link href={addressOf(parent)}>{parentTitle}</Link>;
  if (load.error instanceof ApiError && load.error.status === 404)
    return (
      <>
        <PageHeader title={notFound.title} back={back} />
        <EmptyState title={notFound.title}>{notFound.text}</EmptyState>
      </>
    );
  const { data } = load;
  return (
    <>
      <PageHeader
        title={data === undefined ? parentTitle : props.title(data)}
        intro={data && props.intro?.(data)}
        back={back}
      />
      <Loaded load={load}>{props.children}</Loaded>
      {data !== undefined && <ZoneNote />}
    </>
  );
};
