import type { ComponentChildren, JSX } from 'preact';
import { useTexts } from '../language/language.ts';
import { ErrorNotice } from './notice.tsx';
import type { Load } from './use-load.ts';

/** A placeholder while data is being read. Screen readers get the text "Loading…". */
export const Loading = (): JSX.Element => (
  <div class="card skeleton">
    <span class="visually-hidden">{useTexts().loading}</span>
    {[0, 1, 2].map((line) => (
      <span key={line} />
    ))}
  </div>
);

interface LoadedProps<T> {
  readonly load: Pick<Load<T>, 'data' | 'error' | 'reload'>;
  readonly children: (data: T) => ComponentChildren;
}

/** Shows a placeholder until the data has been read, then the data. If reading failed, shows the error, above older data. */
export const Loaded = <T,>({ load: { data, error, reload }, children }: LoadedProps<T>): JSX.Element => (
  <>
    <ErrorNotice error={error} onRetry={reload} />
    {data === undefined && error === undefined && <Loading />}
    {data !== undefined && children(data)}
  </>
);
