import type { ComponentChildren } from 'preact';
import { ApiError, ConnectionError } from '../api/connection.ts';
import { useTexts } from '../language/language.ts';
import type { Load } from './use-load.ts';

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
 */
export const ErrorNotice = ({ error, onRetry }: { error: Error | undefined; onRetry?: () => void }) => {
  const t = useTexts();
  if (error === undefined) return null;
  const { fields = [], status = 500, code, requestId }: Partial<ApiError> = error instanceof ApiError ? error : {};
  const textOf = (): string => {
    if (error instanceof ConnectionError) return t.connectionUnknown;
    if (status >= 500) return t.failed;
    if (status === 401 || error.message === GATEWAY_FORBIDDEN) return t.signInRejected;
    return code === 'forbidden' ? t.forbidden : error.message;
  };
  return (
    <Notice onRetry={fields.length > 0 ? undefined : onRetry}>
      {fields.map(({ field, message }) => (
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
