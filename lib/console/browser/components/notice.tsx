import type { ComponentChildren } from 'preact';
import { ApiError, ConnectionError } from '../api/connection.ts';
import { useTexts } from '../language/language.ts';
import type { Load } from './use-load.ts';
import { useLayoutEffect, useReducer } from 'preact/hooks';

interface NoticeProps {
  readonly tone?: 'info' | 'good' | 'warn' | 'bad';
  readonly children: ComponentChildren;
  readonly onRetry?: (() => void) | undefined;
}

/** A message in the page. Errors are alerts, which screen readers announce at once. */
export const Notice = ({ tone = 'bad', children, onRetry }: NoticeProps) => {
  const t = useTexts();
  return (
    <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      <div>{children}</div>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          {t.tryAgain}
        </button>
      )}
    </div>
  );
};

/** The message of API Gateway's response if its authorizer rejects a token because it lacks the required scope. */
const GATEWAY_FORBIDDEN = 'Forbidden';

/**
 * Says what went wrong and what to do about it, in the API's words where possible. Invalid fields are listed, without
 * a button to try again. Renders nothing if there is no error.
 * @param shownFields the fields that show their errors themselves
 */
export const ErrorNotice = ({
  error,
  onRetry,
  shownFields = {},
}: {
  error: Error | undefined;
  onRetry?: () => void;
  shownFields?: Readonly<Record<string, string>>;
}) => {
  const t = useTexts();
  if (error === undefined) return null;
  // An error without a response, such as a mistake in this page, is shown like a response with the status 500.
  const { fields = [], status = 500, code, requestId }: Partial<ApiError> = error instanceof ApiError ? error : {};
  const others = fields.filter(({ field }) => !Object.hasOwn(shownFields, field));
  if (fields.length > 0 && others.length === 0) return null;
  const textOf = (): string => {
    if (error instanceof ConnectionError) return t.connectionUnknown;
    if (status >= 500) return t.failed;
    if (status === 401 || error.message === GATEWAY_FORBIDDEN) return t.signInRejected;
    return code === 'forbidden' ? t.forbidden : error.message;
  };
  return (
    <Notice onRetry={fields.length > 0 ? undefined : onRetry}>
      {others.map(({ field, message }) => (
        <p key={field}>{message}</p>
      ))}
      {fields.length === 0 && <p>{textOf()}</p>}
      {status >= 500 && requestId !== undefined && <p class="hint">{t.format(t.reference, { requestId })}</p>}
    </Notice>
  );
};

/** Shown while data is being read. */
export const Loading = () => <p class="hint loading">{useTexts().loading}</p>;

interface LoadedProps<T> {
  readonly load: Pick<Load<T>, 'data' | 'error' | 'reload'>;
  readonly children: (data: T) => ComponentChildren;
}

/** Shows a placeholder until the data has been read, then the data. If reading failed, shows the error, above older data. */
export const Loaded = <T,>({ load: { data, error, reload }, children }: LoadedProps<T>) => (
  <>
    <ErrorNotice error={error} onRetry={reload} />
    {data === undefined && error === undefined && <Loading />}
    {data !== undefined && children(data)}
  </>
);

export interface Announcement {
  readonly text: string;
  /** A button beside the text, such as Undo. */
  readonly action?: { readonly text: string; readonly run: () => void } | undefined;
}

let current: Announcement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/**
 * A function for each region, which renders it again. Only the last region shows the status, because screen readers cannot read
 * the page behind a dialog.
 */
let regions: readonly (() => void)[] = [];

const show = (announcement: Announcement | undefined): void => {
  current = announcement;
  for (const render of regions) render();
};

const SHOWN_MS = 10_000;
const SHOWN_WITH_ACTION_MS = 30_000;

/** Announces what has just happened, on the page and to screen readers, without moving the focus. */
export const announce = (done: string | Announcement): void => {
  const announcement = typeof done === 'string' ? { text: done } : done;
  clearTimeout(timer);
  show(announcement);
  timer = setTimeout(() => show(undefined), announcement.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
};

/** Adds a region, which begins without a status. @returns a function that removes it */
const addRegion = (render: () => void): (() => void) => {
  regions = [...regions, render];
  show(undefined);
  return () => {
    regions = regions.filter((one) => one !== render);
    show(current);
  };
};

/** Hides the page's status, with a region that shows nothing, while the calling element shows its own status. */
export const useOwnStatus = (): void => useLayoutEffect(() => addRegion(() => undefined), []);

/** The live region of the page, or of the dialog over it. */
export const StatusRegion = ({ isInDialog = false }: { readonly isInDialog?: boolean }) => {
  const [, render] = useReducer<number, void>((count) => count + 1, 0);
  useLayoutEffect(() => addRegion(render), []);
  if (regions.at(-1) !== render) return null;
  const { text, action } = current ?? {};
  const run = (): void => {
    show(undefined);
    action?.run();
  };
  return (
    <div role="status" class={text === undefined ? 'visually-hidden' : isInDialog ? 'done' : 'toast'}>
      {text}
      {action && (
        <button type="button" class="quiet" onClick={run}>
          {action.text}
        </button>
      )}
    </div>
  );
};
