import type { ComponentChildren, JSX } from 'preact';
import { ApiError } from '../api/connection.ts';
import { useTexts } from '../language/language.ts';
import { Link } from '../navigation/link.tsx';
import { addressOf, type PageId } from '../navigation/page-id.ts';
import { Loaded } from './loaded.tsx';
import { ZoneNote } from './moment.tsx';
import { EmptyState, PageHeader } from './page-header.tsx';
import type { Load } from './use-load.ts';

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
export const PageOfOne = <T,>(props: PageOfOneProps<T>): JSX.Element => {
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
