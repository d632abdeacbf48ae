import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { Notice } from '../components/notice.tsx';
import { useTexts } from '../language/language.ts';
import { shellMessages } from './shell-messages.ts';

/**
 * A dialog that covers the page if a request fails because the sign-in has expired. After the person has signed in again in
 * another window, the page repeats that request, so that nothing typed is lost.
 */
export const ExpiredDialog = ({ onSignIn }: { readonly onSignIn: () => Promise<void> }): JSX.Element => {
  const t = useTexts(shellMessages);
  const [hasFailed, setHasFailed] = useState(false);
  const signIn = (): void => {
    setHasFailed(false);
    onSignIn().catch(() => setHasFailed(true));
  };
  return (
    <Dialog title={t.expiredTitle} isPersistent>
      <p>{t.expired}</p>
      {hasFailed && <Notice kind="error">{t.signInFailed}</Notice>}
      <div class="dialog-actions">
        <button type="button" class="primary" onClick={signIn} autofocus>
          {t.expiredAction}
        </button>
      </div>
    </Dialog>
  );
};
