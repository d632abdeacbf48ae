import type { ComponentChildren, JSX } from 'preact';
import { ApiError, ConnectionError } from '../api/connection.ts';
import { useTexts } from '../language/language.ts';

interface NoticeProps {
  readonly kind: 'info' | 'warning' | 'error' | 'success';
  readonly children: ComponentChildren;
  readonly onRetry?: (() => void) | undefined;
}

/** A message in the page. Errors are alerts, which screen readers announce at once. */
export const Notice = ({ kind, children, onRetry }: NoticeProps): JSX.Element => {
  const t = useTexts();
  return (
    <div class={`notice ${kind}`} role={kind === 'error' ? 'alert' : undefined}>
      <div>{children}</div>
      {onRetry && (
        <button type="button" class="small" onClick={onRetry}>
          {t.tryAgain}
        </button>
      )}
    </div>
  );
};

/** An error and what to do about it. For invalid fields it shows what is wrong with each, and no button to try again. */
export const ErrorNotice = ({ error, onRetry }: { error: Error; onRetry?: (() => void) | undefined }): JSX.Element => {
  const t = useTexts();
  const text = useErrorText(error);
  const fields = error instanceof ApiError ? error.fields : [];
  return (
    <Notice kind="error" onRetry={fields.length > 0 ? undefined : onRetry}>
      {fields.map(({ field, message }) => (
        <p key={field}>{message}</p>
      ))}
      {fields.length === 0 && <p>{text}</p>}
      {error instanceof ApiError && error.status >= 500 && error.requestId !== undefined && (
        <p class="hint">{t.reference(error.requestId)}</p>
      )}
    </Notice>
  );
};

/** The whole message of API Gateway's authorizer to a token without the scope. */
const GATEWAY_FORBIDDEN = 'Forbidden';

/** The API's message if there is one; otherwise the console's own. */
export const useErrorText = (error: Error): string => {
  const t = useTexts();
  if (error instanceof ConnectionError) return t.connectionUnknown;
  if (!(error instanceof ApiError) || error.status >= 500) return t.failed;
  if (error.status === 401 || error.message === GATEWAY_FORBIDDEN) return t.signInRefused;
  return error.code === 'forbidden' ? t.forbidden : error.message;
};
