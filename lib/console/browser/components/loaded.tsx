import type { ComponentChildren, JSX } from 'preact';
import { ErrorNotice } from './notice.tsx';
import { Loading } from './pager.tsx';
import type { Loaded as Load } from './use-load.ts';

interface LoadedProps<T> {
  readonly load: Pick<Load<T>, 'data' | 'error' | 'reload'>;
  readonly children: (data: T) => ComponentChildren;
}

/** What has been read, or its shape until then, and why it could not be read. */
export const Loaded = <T,>({ load: { data, error, reload }, children }: LoadedProps<T>): JSX.Element => (
  <>
    {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
    {data === undefined && error === undefined && <Loading />}
    {data !== undefined && children(data)}
  </>
);
